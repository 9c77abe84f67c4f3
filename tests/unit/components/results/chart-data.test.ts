import { expect, it } from "vitest";
import { chartData, firstChoice } from "@/components/dashboard/results/chart/chart-data";

const columns = [
  { name: "id", typeName: "integer" },
  { name: "day", typeName: "date" },
  { name: "total", typeName: "numeric(10,2)" },
  { name: "shop", typeName: "text" },
];

it("a chart begins with a time, else with a text, and with a number that is no key", () => {
  expect(firstChoice(columns)).toEqual({ kind: "line", x: 1, y: [2] });
  expect(firstChoice(columns.filter(({ name }) => name !== "day"))).toEqual({ kind: "bar", x: 2, y: [1] });
  expect(firstChoice(columns.slice(0, 1))).toEqual({ kind: "line", x: 0, y: [0] });
  expect(firstChoice(columns.slice(3))).toBeNull();
});

it("points are in the order of time, with gaps for values that are no number, and without rows that have no time", () => {
  const rows = [
    ["1", "2024-01-02", "2.50", "a"],
    ["2", "2024-01-01", null, "b"],
    ["3", null, "1", "c"],
    ["4", "infinity", "1", "d"],
    ["5", "2024-01-03", "NaN", "e"],
  ];
  const { points, scale, total } = chartData(columns, rows, { kind: "line", x: 1, y: [2] });
  expect([scale, total]).toEqual(["time", 3]);
  expect(points).toEqual([
    { x: Date.UTC(2024, 0, 1), label: "2024-01-01", y0: null },
    { x: Date.UTC(2024, 0, 2), label: "2024-01-02", y0: 2.5 },
    { x: Date.UTC(2024, 0, 3), label: "2024-01-03", y0: null },
  ]);
});

it("bars stay in the order of the rows", () => {
  const rows = ["b", "a", null].map((shop, index) => ["1", null, String(index), shop]);
  const { points } = chartData(columns, rows, { kind: "bar", x: 3, y: [2] });
  expect(points.map(({ label, y0 }) => [label, y0])).toEqual([
    ["b", 0],
    ["a", 1],
    ["NULL", 2],
  ]);
});

it("100,000 rows are thinned to a thousand points that keep every peak", () => {
  const rows = Array.from({ length: 100_000 }, (_, index) => [String(index), null, index === 54_321 ? "999" : "1", ""]);
  const { points, total } = chartData(columns, rows, { kind: "line", x: 0, y: [2] });
  expect(total).toBe(100_000);
  expect(points.length).toBeLessThanOrEqual(1_000);
  expect(points).toContainEqual({ x: 54_321, label: "54321", y0: 999 });
});
