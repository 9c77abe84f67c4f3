import { expect, it } from "vitest";
import { type Holder, idleToEnd, overShare, surplus } from "@/lib/infra/workerd/memory-shares";

const holder = (projectId: string, bytes: number, lastUsedAt: number, isIdle = true): Holder => ({
  ...{ projectId, bytes, lastUsedAt, isIdle },
});
const quiet = holder("neighbour", 32, 1);

it("AT-H6: of idle processes, one of the project that uses most is ended, and not its neighbour's older one", () => {
  const [older, newer, busy] = [holder("a", 32, 2), holder("a", 32, 3), holder("a", 32, 0, false)];
  expect(idleToEnd([quiet, newer, older, busy])).toBe(older);
  expect(idleToEnd([quiet, busy])).toBe(quiet);
  expect(idleToEnd([busy])).toBeUndefined();
});

it("AT-H6: if all together use too much, the project that uses most gives way, busy or not", () => {
  const [large, small] = [holder("a", 512, 2, false), holder("a", 32, 3, false)];
  expect(surplus([quiet, small, large])).toBe(large);
  const idle = holder("a", 16, 4);
  expect(surplus([quiet, small, idle, large])).toBe(idle);
  expect(surplus([])).toBeUndefined();
});

it("AT-H6: a project below its share gets room from one above, and no further", () => {
  const busy = [300, 400, 200].map((bytes) => holder("a", bytes, 0, false));
  const all = { memoryBytes: 1_000 };
  expect(overShare(busy, { projectId: "neighbour", ...all })).toBe(busy[1]);
  expect(overShare(busy, { projectId: "a", ...all })).toBeUndefined();
  const even = [holder("a", 480, 0, false), holder("b", 500, 0, false)];
  expect(overShare(even, { projectId: "b", ...all })).toBeUndefined();
  expect(overShare(even, { projectId: "c", ...all })).toBe(even[1]);
  expect(overShare([], { projectId: "a", ...all })).toBeUndefined();
});
