import { describe, expect, it } from "vitest";
import { eventWords, restrictionReason } from "@/components/dashboard/guard/words";
import { GUARD_ACTS, GUARD_RULES } from "@/lib/core/ports/host-guard";

const MEASURED = {
  ...{ locks: 30_120, queuePercent: 83.4, seconds: 612, temporaryBytes: 5 * 1024 ** 3, memoryBytes: 900 * 1024 ** 2 },
  ...{ connections: 21, sizeBytes: 1.2 * 1024 ** 3, maxBytes: 1024 ** 3, freeBytes: 3 * 1024 ** 3 },
};

const PAIRS = GUARD_RULES.flatMap((rule) => GUARD_ACTS.map((act) => ({ rule, act })));

describe("an event of the guard", () => {
  it.each(PAIRS)("of $rule and $act is told in whole sentences, with and without its figures", ({ rule, act }) => {
    for (const measured of [MEASURED, {}]) {
      const { what, why, todo } = eventWords({ rule, act, measured });
      expect(what).toMatch(/^[A-Z][a-z, -]+$/);
      for (const text of [why, todo]) {
        expect(text).toMatch(/^[A-Z].*\.$/);
        expect(text).not.toMatch(/undefined|null|NaN|\[object|[a-z]Bytes| {2}|\.\./);
      }
    }
  });

  it("names the figures that its rule looked at", () => {
    const why = (rule: string) => eventWords({ rule, act: "ended_session", measured: MEASURED }).why;
    expect(why("lock-table")).toContain("held 30,120 locks");
    expect(why("notify-queue")).toContain("83% of it were in use");
    expect(why("idle-transaction")).toContain("for 612 seconds");
    expect(why("old-transaction")).toContain("for 612 seconds");
    expect(why("temporary-space")).toContain("took 5 GB");
    expect(why("memory")).toContain("took 900 MB");
    expect(why("connections")).toContain("had 21 connections");
    expect(why("database-size")).toContain("had 1.2 GB; 1 GB is what it may have");
    expect(why("volume")).toContain("3 GB were left");
  });

  it("tells a database that is opened to be made smaller from one that is small enough", () => {
    const opened = (sizeBytes: number) =>
      eventWords({ rule: "database-size", act: "opened", measured: { sizeBytes, maxBytes: 1024 ** 3 } });
    expect(opened(2 * 1024 ** 3)).toMatchObject({
      what: "The database was opened again, read-only",
      todo: expect.stringContaining("Delete what you no longer need"),
    });
    expect(opened(1024 ** 3)).toMatchObject({
      what: "The database was opened again",
      todo: "Nothing: everything works again.",
    });
  });

  it("of a later guard is told plainly, also under the name of something that every object has", () => {
    for (const name of ["frozen", "toString", "__proto__"]) {
      expect(eventWords({ rule: name, act: name, measured: {} })).toEqual({
        what: "The host acted",
        why: `The reason is called ${name}.`,
        todo: "Ask the operator of the service.",
      });
    }
  });

  it("with figures that are none is told without them", () => {
    const measured = { sizeBytes: "many", maxBytes: null, locks: Number.NaN, freeBytes: -5 };
    expect(eventWords({ rule: "lock-table", act: "warned", measured }).why).toContain("held too many locks");
    expect(eventWords({ rule: "database-size", act: "warned", measured }).why).toBe(
      "The database reached a size near its limit.",
    );
    expect(eventWords({ rule: "volume", act: "warned", measured }).why).toContain("0 bytes were left");
  });
});

it("a restriction says what it is for", () => {
  expect(restrictionReason("database-size", 20 * 1024 ** 3)).toBe("It is larger than the 20 GB that it may have.");
  expect(restrictionReason("volume", 1024 ** 3)).toBe("The disk of its host is almost full.");
});
