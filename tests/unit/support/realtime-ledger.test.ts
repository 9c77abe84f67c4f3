import { describe, expect, it } from "vitest";
import { faultsOf } from "@/tests/support/realtime-ledger";

/** Numbers of one writer, with `null` for a gap. */
const faults = (told: (number | null)[], written: number[]) =>
  faultsOf(
    told.map((number) => (number === null ? null : { writer: "one", number })),
    new Map([["one", written]]),
  );

describe("a ledger", () => {
  it.each([
    ["has everything", [1, 2, 3], [1, 2, 3]],
    ["has a gap for what is missing", [1, null, 3], [1, 2, 3]],
    ["has a gap at the end", [1, null], [1, 2, 3]],
    ["has something twice", [1, 2, 1, 2, 3], [1, 2, 3]],
    ["has what was not surely written", [1, 2, 3], [1, 3]],
  ])("is right where it %s", (_what, told, written) => {
    expect(faults(told, written)).toEqual([]);
  });

  it.each([
    ["misses one", [1, 3], [1, 2, 3], "one 2 missing before 3"],
    ["misses the last", [1], [1, 2, 3], "one 2,3 missing at the end"],
    ["misses one behind a gap", [null, 1, 3], [1, 2, 3], "one 2 missing before 3"],
    ["is out of order", [null, 2, 1], [1, 2], "one 1 came after 2"],
  ])("is wrong where it %s", (_what, told, written, fault) => {
    expect(faults(told, written)).toEqual([fault]);
  });
});
