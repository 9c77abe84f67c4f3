import { describe, expect, it } from "vitest";
import { type LockNode, lockTree } from "@/components/dashboard/activity/lock-tree";
import { ageText } from "@/components/dashboard/activity/words";
import type { ListedSession } from "@/lib/sql/activity/resource";

const session = (pid: number, ...blockedBy: number[]): ListedSession => ({
  ...{ pid, startedAt: "2026-03-01T00:00:00.000000Z", owner: "app", person: null, applicationName: "", address: null },
  ...{ state: "active", stateSeconds: 1, transactionSeconds: null, statement: "", waitsFor: null, blockedBy },
});
const pids = (nodes: readonly LockNode[]): unknown[] => nodes.map(({ pid, waiting }) => [pid, ...pids(waiting)]);

describe("the tree of locks", () => {
  it("has at its top who waits for no one, and below each who waits for it", () => {
    expect(pids(lockTree([session(1), session(2, 1), session(3, 2), session(4, 1), session(5)]))).toEqual([
      [1, [2, [3]], [4]],
    ]);
  });

  it("names a process that is no session of the database", () => {
    const tree = lockTree([session(2, 99)]);
    expect(pids(tree)).toEqual([[99, [2]]]);
    expect(tree[0]?.session).toBeNull();
  });

  it("ends where sessions wait for each other", () => {
    expect(pids(lockTree([session(1, 2), session(2, 1)]))).toEqual([[2, [1]]]);
  });
});

it("an age is in the unit that says most", () => {
  expect([0.4, 59, 60, 3_600, 7_500, 260_000].map(ageText)).toEqual([
    ...["0 s", "59 s", "1 min", "1 h", "2 h 5 min", "3 days"],
  ]);
});
