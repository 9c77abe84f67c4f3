import { expect, it } from "vitest";
import { type Box, type Line, placeInColumns } from "@/components/dashboard/schema-picture/place-in-columns";

const SPACING = { width: 200, gap: 20, columnGap: 80 };
const boxes = (count: number): Box[] =>
  Array.from({ length: count }, (_, n) => ({ id: `${n}`, height: 60 + (n % 7) * 20 }));

it("sets boxes left of those they lead to, none over another, in a shape like a screen's", () => {
  const many = boxes(200);
  const lines: Line[] = many.slice(1).map(({ id }) => ({ from: id, to: `${Math.floor(Number(id) / 5)}` }));
  const places = placeInColumns(many, lines, SPACING);
  const at = (id: string) => places.get(id) ?? { x: Number.NaN, y: Number.NaN };
  for (const { from, to } of lines) expect(at(from).x).toBeLessThan(at(to).x);
  for (const [index, one] of many.entries()) {
    for (const other of many.slice(index + 1)) {
      const [a, b] = [at(one.id), at(other.id)];
      expect(a.x !== b.x || a.y + one.height <= b.y || b.y + other.height <= a.y).toBe(true);
    }
  }
  const width = Math.max(...[...places.values()].map(({ x }) => x)) + SPACING.width;
  const height = Math.max(...many.map(({ id, height: own }) => at(id).y + own));
  expect(width / height).toBeGreaterThan(1);
  expect(width / height).toBeLessThan(4);
});

it("ends where lines go in a circle, or lead to their own start", () => {
  const lines = [
    { from: "0", to: "1" },
    { from: "1", to: "2" },
    { from: "2", to: "0" },
    { from: "3", to: "3" },
  ];
  const places = placeInColumns(boxes(4), lines, SPACING);
  expect(new Set([...places.values()].map(({ x, y }) => `${x} ${y}`)).size).toBe(4);
  expect(placeInColumns([], [], SPACING).size).toBe(0);
});
