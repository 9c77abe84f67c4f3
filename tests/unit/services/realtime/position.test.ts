import { describe, expect, it } from "vitest";
import { snapshotThrough } from "@/lib/services/realtime/changes/reader/position";

describe("the snapshot of a client that has been told a part of its missed changes", () => {
  it.each([
    // Nothing was open, and each transaction comes after the one before.
    ["10:10:", "13:13:", 11n, "12:12:"],
    // An earlier one was open at first, and the others are still to be told.
    ["10:13:10,12", "14:14:", 10n, "12:13:12"],
    ["10:13:10,12", "14:14:", 12n, "13:13:"],
    // Some are open to the end, also such as began later.
    ["10:13:10,12", "16:17:16", 15n, "16:16:"],
    ["10:13:10,12", "10:17:10,14", 12n, "10:13:10"],
    ["10:13:10,12", "10:17:10,14", 15n, "10:16:10,14"],
  ])("since %s, until %s, through %s is %s", (since, until, xid, expected) => {
    expect(snapshotThrough(since, until, xid)).toBe(expected);
  });
});
