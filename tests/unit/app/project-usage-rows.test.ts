import { describe, expect, it } from "vitest";
import { daysOf, usageFigures } from "@/app/dashboard/[organisationId]/projects/[projectId]/usage/figures";
import { monthOf } from "@/app/dashboard/[organisationId]/projects/[projectId]/usage/months";
import { usageRows } from "@/app/dashboard/[organisationId]/projects/[projectId]/usage/rows";

const NOW = new Date("2026-03-14T09:30:00Z");
const GIB = 1024 ** 3;

describe("the month of a project's usage", () => {
  it("is the current one, up to now, unless another is asked for", () => {
    const march = { name: "March 2026", from: "2026-03-01T00:00:00.000Z", until: undefined };
    expect(monthOf(undefined, NOW)).toEqual({ ...march, previous: "2026-02", next: null });
    for (const wrong of ["2026-13", "2026-3", "2026-04", "2020-01", "x", ["2026-02"]]) {
      expect(monthOf(wrong, NOW).name, String(wrong)).toBe("March 2026");
    }
  });

  it("is a whole one in the past, as far as usage is kept", () => {
    const february = { from: "2026-02-01T00:00:00.000Z", until: "2026-03-01T00:00:00.000Z" };
    expect(monthOf("2026-02", NOW)).toMatchObject({ ...february, previous: "2026-01", next: "2026-03" });
    expect(monthOf("2025-03", NOW)).toMatchObject({ name: "March 2025", previous: null, next: "2025-04" });
  });
});

describe("the rows of a project's usage", () => {
  it("tell the use of each limit, with room that uploads hold, and each function", () => {
    const rows = usageRows({
      ...{ projectId: "p_1", from: "", until: "", invocationCount: 1_200, totalDurationMs: 90_400, errorCount: 3 },
      byFunction: [{ name: "send", invocationCount: 1_200, totalDurationMs: 90_400 }],
      storage: { usedBytes: GIB, reservedBytes: GIB, limitBytes: 10 * GIB, objectCount: 5 },
      ...{ realtime: { connectionSeconds: 7, limit: 1_000_000 }, egressBytes: 2_048 },
    });
    expect(rows.map(({ name, text }) => [name, text])).toEqual([
      ["Storage", "1 GB of 10 GB"],
      ["Objects", "5"],
      ["Realtime connection time", "7 s of 278 h"],
      ["Function invocations", "1,200"],
      ["send", "1,200 in 90.40 s"],
      ["Failed invocations", "3"],
      ["Function time", "90.40 s"],
      ["Data sent", "2 kB"],
    ]);
    expect(rows[0]?.used).toBe(2 * GIB);
  });
});

describe("the charts of a project's usage", () => {
  it("have a day for each value, and add up values with a limit for the month", () => {
    const days = () => ({ counts: [1, 2], amounts: [3_000, 4_000] });
    const figures = usageFigures(
      { realtime: { connectionSeconds: 7_000, limit: 1_000_000 } },
      { ...{ invocation: days(), "invocation-error": days(), connection: days() }, egress: days(), broadcast: days() },
    );
    expect(figures.map(({ name, values, limit }) => [name, values, limit])).toEqual([
      ["Realtime connection time", [3_000, 7_000], 1_000_000],
      ["Function invocations", [1, 2], null],
      ["Failed invocations", [1, 2], null],
      ["Function time", [3, 4], null],
      ["Data sent", [3_000, 4_000], null],
      ["Broadcasts", [1, 2], null],
    ]);
    const march = { from: "2026-03-01T00:00:00.000Z", until: "2026-03-02T10:00:00.000Z" };
    expect(daysOf(march)).toEqual(["2026-03-01T00:00:00.000Z", "2026-03-02T00:00:00.000Z"]);
  });
});
