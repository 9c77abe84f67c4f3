import { expect, it } from "vitest";
import { KnownHealth } from "@/lib/hosting/status/known-health";

/** Something to ask whose answers are given by hand. */
function asked() {
  const waiting: PromiseWithResolvers<boolean>[] = [];
  const ask = () => {
    const answer = Promise.withResolvers<boolean>();
    waiting.push(answer);
    return answer.promise;
  };
  return { waiting, ask };
}

it("asks once for all who wait, and not again for ten seconds", async () => {
  let now = 0;
  const health = new KnownHealth(() => now);
  const { waiting, ask } = asked();
  const both = Promise.all([health.read(ask), health.read(ask)]);
  waiting[0]?.resolve(true);
  expect(await both).toEqual([true, true]);
  now = 9_999;
  expect([await health.read(ask), waiting.length]).toEqual([true, 1]);
});

it("answers with the last that it knows for a minute while it asks again, and waits after that", async () => {
  let now = 0;
  const health = new KnownHealth(() => now);
  const { waiting, ask } = asked();
  const first = health.read(ask);
  waiting[0]?.resolve(true);
  await first;
  now = 10_000;
  expect([await health.read(ask), waiting.length]).toEqual([true, 2]);
  now = 59_999;
  expect([await health.read(ask), waiting.length]).toEqual([true, 2]);
  now = 60_000;
  const late = health.read(ask);
  waiting[1]?.resolve(false);
  expect([await late, waiting.length]).toEqual([false, 2]);
  now = 69_999;
  expect([await health.read(ask), waiting.length]).toEqual([false, 2]);
});

it("takes a question that fails for a no, and asks again", async () => {
  let now = 0;
  const health = new KnownHealth(() => now);
  const { waiting, ask } = asked();
  const first = health.read(ask);
  waiting[0]?.reject(new Error("no answer"));
  expect(await first).toBe(false);
  now = 60_000;
  const second = health.read(ask);
  waiting[1]?.resolve(true);
  expect(await second).toBe(true);
});
