import { expect, it } from "vitest";
import { ConcurrencyLimiter } from "@/lib/core/concurrency";

const OF_MEMBER = { name: "of-member", limit: 1 };
const OF_DATABASE = { name: "of-database", limit: 2 };

const usesOf = (member: string) => [
  { limit: OF_MEMBER, key: member },
  { limit: OF_DATABASE, key: "d" },
];

function taken(limiter: ConcurrencyLimiter, member: string) {
  const release = limiter.take(usesOf(member));
  if (typeof release !== "function") throw new Error(`${release.name} is reached`);
  return release;
}

it("a place is taken for every use or for none, and the limit in the way is named", () => {
  const limiter = new ConcurrencyLimiter();
  const [first, second] = [taken(limiter, "a"), taken(limiter, "b")];
  expect(limiter.take(usesOf("a"))).toBe(OF_MEMBER);
  expect(limiter.take(usesOf("c"))).toBe(OF_DATABASE);
  first();
  // Giving back twice frees no place of somebody else.
  first();
  taken(limiter, "c");
  expect(limiter.take(usesOf("d"))).toBe(OF_DATABASE);
  second();
  taken(limiter, "d");
});

it("a caller who waits gets a place in the order of asking, and one who waits too long none", async () => {
  const limiter = new ConcurrencyLimiter();
  const [first] = [taken(limiter, "a"), taken(limiter, "b")];
  const order: string[] = [];
  const waiting = ["c", "d"].map(async (member) => {
    const release = await limiter.takeWithin(60_000, usesOf(member));
    order.push(member);
    release?.();
  });
  expect(await limiter.takeWithin(1, usesOf("e"))).toBeNull();
  first();
  await Promise.all(waiting);
  expect(order).toEqual(["c", "d"]);
});
