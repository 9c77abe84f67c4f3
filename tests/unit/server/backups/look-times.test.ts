import { expect, test } from "vitest";
import { LookTimes } from "@/lib/server/backups/look-times";

let now = 0;

/** Returns the seconds at which looks that take so long are made within ten minutes. */
async function looksOf(seconds: number, times = new LookTimes(() => now)): Promise<number[]> {
  const made: number[] = [];
  for (now = 0; now < 600_000; now += 1_000) {
    await times.lookIfDue(async () => {
      made.push(now / 1_000);
      now += seconds * 1_000;
    });
  }
  return made;
}

test("a place is looked through immediately, and again within a minute", async () => {
  expect((await looksOf(0.1)).slice(0, 3)).toEqual([0, 45.1, 90.2]);
});

test("looks that take long are made less often", async () => {
  expect(await looksOf(10)).toEqual([0, 210, 420]);
});

test("a look that fails is made again, and so is one after a failure elsewhere", async () => {
  const times = new LookTimes(() => 0);
  await expect(times.lookIfDue(() => Promise.reject(new Error("away")))).rejects.toThrow("away");
  let looks = 0;
  const look = async () => {
    looks += 1;
  };
  await times.lookIfDue(look);
  await times.lookIfDue(look);
  expect(looks).toBe(1);
  times.lookSoon();
  await times.lookIfDue(look);
  expect(looks).toBe(2);
});
