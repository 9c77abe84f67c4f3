import { describe, expect, it } from "vitest";
import { eventWords, restrictionReason } from "@/components/dashboard/guard/words";
import { GUARD_ACTS, GUARD_RULES, type GuardRule } from "@/lib/core/ports/host-guard";

const GIB = 1024 ** 3;

/** The measurements that the guard tells for each rule. */
const MEASURED: Record<GuardRule, Record<string, unknown>> = {
  "lock-table": { locks: 30_120, capacity: 98_304, roleName: "db_1", pid: 7 },
  "notify-queue": { usage: 0.123, sentBytes: 4_000_000, transactionSeconds: 12 },
  "idle-transaction": { seconds: 912 },
  "old-transaction": { seconds: 86_405 },
  "temporary-space": { bytes: 2.5 * GIB, ofSession: GIB },
  memory: { bytes: 900 * 1024 ** 2, totalBytes: 3 * GIB, availableBytes: GIB },
  connections: { sessions: 61, fairShare: 41, slots: 97 },
  "database-size": { bytes: 20.1 * GIB, limitBytes: 20 * GIB, until: "2026-05-04T12:00:00.000Z" },
  volume: { purpose: "data", path: "/var/lib/x", freeBytes: 3 * GIB, reserveBytes: 4 * GIB, writtenBytes: GIB },
};

const PAIRS = GUARD_RULES.flatMap((rule) => GUARD_ACTS.map((act) => ({ rule, act })));
const whyOf = (rule: GuardRule) => eventWords({ rule, act: "ended_session", measured: MEASURED[rule] }).why;

describe("an event of the guard", () => {
  it.each(PAIRS)("of $rule and $act is told in whole sentences, with and without its figures", ({ rule, act }) => {
    for (const measured of [MEASURED[rule], {}]) {
      const { what, why, todo } = eventWords({ rule, act, measured });
      expect(what).toMatch(/^[A-Z][a-z -]+$/);
      for (const text of [why, todo]) {
        expect(text).toMatch(/^[A-Z].*\.$/);
        expect(text).not.toMatch(/undefined|null|NaN|\[object|[a-z]Bytes| {2}|\.\.| [.,;]/);
        expect(text).not.toContain("/var/lib");
      }
    }
  });

  it("names the figures that its rule looked at", () => {
    expect(whyOf("lock-table")).toContain("held 30,120 locks");
    expect(whyOf("notify-queue")).toContain("filled up to 12 %");
    expect(whyOf("idle-transaction")).toContain("left open for 15 minutes");
    expect(whyOf("old-transaction")).toContain("ran for 24 hours");
    expect(whyOf("temporary-space")).toContain("took 2.5 GB");
    expect(whyOf("memory")).toContain("took 900 MB");
    expect(whyOf("connections")).toContain("held 61 of them; a fair share was 41.");
    expect(whyOf("database-size")).toBe("The database took up 20.1 GB; the limit is 20 GB.");
    expect(whyOf("volume")).toContain("space left: 3 GB");
  });

  it("says how a database that was closed opens again", () => {
    const closed = (rule: GuardRule) => eventWords({ rule, act: "closed", measured: {} }).todo;
    expect(closed("database-size")).toContain("read-only, so that you can delete data");
    expect(closed("memory")).toContain("reopens automatically, after a few minutes");
  });

  it("of a later guard is told plainly, also under the name of something that every object has", () => {
    for (const name of ["frozen", "toString", "__proto__"]) {
      expect(eventWords({ rule: name, act: name, measured: {} })).toEqual({
        what: "The host acted",
        why: `Reason: ${name}.`,
        todo: "Ask the operator.",
      });
    }
  });

  it("with figures that are none is told without them", () => {
    const measured = { bytes: "many", limitBytes: null, locks: Number.NaN, freeBytes: -5 };
    const why = (rule: GuardRule) => eventWords({ rule, act: "warned", measured }).why;
    expect(why("lock-table")).toContain("held too many locks");
    expect(why("database-size")).toBe("The database went over its size limit.");
    expect(why("volume")).toContain("space left: 0 bytes");
  });
});

it("a restriction tells its purpose, for any rule", () => {
  expect(restrictionReason("database-size", 20 * GIB)).toBe("It's over its size limit of 20 GB.");
  expect(restrictionReason("volume", GIB)).toContain("host's disk was almost full");
  expect(restrictionReason("memory", GIB)).toContain("too much of the host's memory");
  for (const rule of [...GUARD_RULES, "frozen"]) expect(restrictionReason(rule, GIB)).toMatch(/^[A-Z].*\.$/);
});
