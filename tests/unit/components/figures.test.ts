import { expect, it } from "vitest";
import { FIGURES, hasLine } from "@/components/dashboard/charts/figures";
import type { SamplePoint } from "@/lib/hosting/samples/resource";

const point = (connections: number | null): SamplePoint => ({
  at: "2026-03-01T00:00:00.000Z",
  ...{ sizeBytes: connections, connections, transactionsPerSecond: null, rowsWrittenPerSecond: null },
  ...{ cacheHitRatio: null, locksWaiting: null },
});

it("charts begin with the second sample: a new database has figures and no empty charts", () => {
  expect(hasLine([point(null), point(null)])).toBe(false);
  expect(hasLine([point(null), point(2), point(null)])).toBe(false);
  expect(hasLine([point(2), point(null), point(1)])).toBe(true);
});

it("the marks of an axis match their labels, and equally far apart", () => {
  for (const { marks = [], formatTick } of FIGURES) {
    const labels = marks.map((mark) => formatTick?.(mark));
    expect(new Set(labels).size).toBe(marks.length);
    for (const [index, mark] of marks.entries()) {
      expect(mark).toBeCloseTo((index * (marks.at(-1) ?? 0)) / (marks.length - 1));
      expect(labels[index]).toBe(`${mark * 100}\u00a0%`);
    }
  }
});
