import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { ChartGroup } from "@/components/dashboard/charts/chart-group";

const MOMENTS = ["2026-05-04T10:00:00.000Z", "2026-05-04T10:30:00.000Z", "2026-05-04T11:00:00.000Z"];
const SCALE = { format: (value: number) => `${value} B` };
const FIGURES = [
  {
    title: "Size",
    note: "on disk",
    value: "3 B",
    scale: SCALE,
    lines: [{ color: "red", values: [1, 2, 3] }],
    told: "S",
  },
  { title: "Calls", value: "–", scale: SCALE, lines: [{ color: "red", values: [1, null, 3] }], limit: 9, told: "C" },
];

const shown = (options: Partial<Parameters<typeof ChartGroup>[0]>) =>
  renderToStaticMarkup(
    <ChartGroup
      {...{ figures: FIGURES, moments: MOMENTS, offset: 0, chosen: null, text: "11:00, Size 3 B" }}
      choose={() => undefined}
      {...options}
    />,
  );

const countOf = (html: string, part: string) => html.split(part).length - 1;

it("points at the same moment in each chart, and tells it to readers of the slider", () => {
  expect(countOf(shown({}), "data-crosshair")).toBe(0);
  const html = shown({ chosen: 1, text: "10:30, Size 2 B" });
  expect(countOf(html, "data-crosshair")).toBe(2);
  expect(html).toMatch(/<input[^>]*max="2"[^>]*aria-valuetext="10:30, Size 2 B"/);
});

it("names each chart, and its unit where there is one", () => {
  const html = shown({});
  expect(html).toContain(">on disk</span>");
  expect(countOf(html, 'class="meta"')).toBe(1);
  expect([...html.matchAll(/<figure [^>]*aria-label="(\w+)"/g)].map(([, name]) => name)).toEqual(["Size", "Calls"]);
  expect(html).toContain("limit 9 B");
});

it("shows the numbers alone until there is a line to draw", () => {
  const html = shown({ isDrawn: false });
  expect(html).toContain(">3 B</span>");
  expect(html).not.toMatch(/<svg|<input/);
});
