import { expect, it } from "vitest";
import { foldPoints, titleOf } from "@/components/dashboard/restore-points/point";

const point = (id: string, origin: "manual" | "schedule" | "before-change" | "before-restore", day = 1) => ({
  id,
  origin,
  status: "ready" as const,
  createdAt: `2026-03-0${day}T10:00:00.000Z`,
});

const fold = (...points: ReturnType<typeof point>[]) =>
  foldPoints(points, (at) => at.slice(0, 10)).map(({ points: of }) => of.map(({ id }) => id).join());

it("folds three and more automatic restore points of a day that follow each other, and no others", () => {
  const changes = [point("c", "before-change"), point("b", "before-restore"), point("a", "before-change")];
  expect(fold(...changes)).toEqual(["c,b,a"]);
  expect(fold(...changes.slice(1))).toEqual(["b", "a"]);
  expect(fold(point("d", "before-change", 2), ...changes)).toEqual(["d", "c,b,a"]);
  expect(fold(changes[0] ?? point("", "manual"), point("m", "manual"), ...changes.slice(1))).toEqual([
    "c",
    "m",
    "b",
    "a",
  ]);
  expect(fold(point("3", "manual"), point("2", "manual"), point("1", "manual"))).toEqual(["3", "2", "1"]);
});

it("names a restore point after the statement that it was made for, in one line", () => {
  const made = { origin: "before-change" } as const;
  expect(titleOf({ ...made, name: "Before DROP TABLE", statement: "drop\n  table orders" })).toBe(
    "Before drop table orders",
  );
  expect(titleOf({ ...made, name: "Before the import", statement: null })).toBe("Before the import");
});

it("DA-L3: a scheduled restore point's title leaves out the time in UTC, as the reader's own stands beside it", () => {
  const scheduled = { origin: "schedule", name: "Scheduled 2026-11-26 12:35 UTC", statement: null } as const;
  expect(titleOf(scheduled)).toBe("Scheduled");
});
