import { expect, test } from "vitest";
import { followEntries } from "@/lib/core/follow-entries";

/** Follows a log of numbers, the newest first, which `written` gives further ones after each reading. */
async function follow(log: number[], written: number[][], limit: number): Promise<(number | null)[]> {
  const control = new AbortController();
  const told: (number | null)[] = [];
  const read = async (most: number) => {
    const entries = log.slice(0, most);
    log.unshift(...(written.shift() ?? []));
    if (written.length === 0) control.abort();
    return entries;
  };
  await followEntries(
    { read, keyOf: String, tell: async (entry) => void told.push(entry) },
    { limit, signal: control.signal },
  );
  return told;
}

test("entries from before the newest ones are never told", async () => {
  expect(await follow([5, 4, 3, 2, 1], [[6], []], 2)).toEqual([4, 5, 6]);
});

test("an entry that becomes visible late is told once, and a reading without news is a sign of life", async () => {
  expect(await follow([9, 7], [[8], [], []], 10)).toEqual([7, 9, 8, null]);
});
