import { describe, expect, it } from "vitest";
import { pauseAfter, type Restriction, restrictionForSize } from "@/lib/server/host-guard/restriction";

const MIB = 1024 ** 2;
const limitBytes = 1_000 * MIB;
const now = new Date("2026-03-01T12:00:00Z");
const later = (minutes: number) => new Date(now.getTime() + minutes * 60_000);
const readOnly: Restriction = {
  ...{ state: "read_only", rule: "database-size", since: now, until: null, sizeBytes: 1_001 * MIB, times: 0 },
};
const closed: Restriction = { ...readOnly, state: "closed", until: later(5), sizeBytes: 1_300 * MIB, times: 1 };
const judge = (current: Restriction | null, mib: number, at = now) =>
  restrictionForSize(current, { bytes: mib * MIB, limitBytes, now: at });

describe("RF-20: a database's access by its size", () => {
  it("is everything up to its limit, and reading above it", () => {
    expect(judge(null, 1_000)).toBeNull();
    expect(judge(null, 1_001)).toMatchObject({ state: "read_only", rule: "database-size", sizeBytes: 1_001 * MIB });
  });

  it("stays reading while its owner makes room, and nothing when it grows on", () => {
    expect(judge(readOnly, 1_160)).toBe(readOnly);
    expect(judge(readOnly, 1_165)).toMatchObject({ state: "closed", times: 1, until: later(5) });
    expect(judge(null, 1_165)).toMatchObject({ state: "closed" });
  });

  it("is reading again after the pause, with little room to grow, and a longer pause after that", () => {
    expect(judge(closed, 1_300, later(4))).toBe(closed);
    const opened = judge(closed, 1_300, later(5));
    expect(opened).toMatchObject({ state: "read_only", times: 1, sizeBytes: 1_300 * MIB });
    expect(judge(opened, 1_316, later(6))).toBe(opened);
    expect(judge(opened, 1_317, later(6))).toMatchObject({ state: "closed", times: 2, until: later(16) });
  });

  it("is everything again when it shrank or its limit was raised", () => {
    expect(judge(readOnly, 1_000)).toBeNull();
    expect(judge(closed, 999)).toBeNull();
  });

  it("is not for the size to say while another rule has closed it", () => {
    const byAnother: Restriction = { ...closed, rule: "lock-table" };
    expect(judge(byAnother, 10)).toBe(byAnother);
  });

  it("doubles the pause up to a day", () => {
    expect([1, 2, 3, 20].map((times) => pauseAfter(times, now))).toEqual([
      later(5),
      later(10),
      later(20),
      later(1_440),
    ]);
  });
});
