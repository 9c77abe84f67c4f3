import { expect, it } from "vitest";
import { Pace } from "@/lib/server/backups/pace";
import { GivenTime } from "@/tests/support/given-time";

const CHUNK = 65_536;
const RATE = 100_000;

async function* chunks(count: number): AsyncIterable<Buffer> {
  for (let each = 0; each < count; each += 1) yield Buffer.alloc(CHUNK);
}

it("lets through no more than the rate and one chunk up to any moment, and no less", async () => {
  const time = new GivenTime();
  let bytes = 0;
  for await (const chunk of new Pace(RATE, time).through(chunks(50))) {
    bytes += chunk.length;
    expect(bytes).toBeLessThanOrEqual((time.now() / 1_000) * RATE + CHUNK + 1);
    expect(bytes).toBeGreaterThanOrEqual((time.now() / 1_000) * RATE);
  }
  expect(bytes).toBe(50 * CHUNK);
});

it("counts all streams together", async () => {
  const time = new GivenTime();
  const pace = new Pace(RATE, time);
  let bytes = 0;
  const send = async () => {
    for await (const chunk of pace.through(chunks(20))) bytes += chunk.length;
  };
  await Promise.all([send(), send(), send()]);
  expect(bytes).toBe(60 * CHUNK);
  expect(time.now()).toBeCloseTo((59 * CHUNK * 1_000) / RATE);
});

it("keeps nothing back for later: after a pause, the rate is the same", async () => {
  const time = new GivenTime();
  const pace = new Pace(RATE, time);
  for await (const chunk of pace.through(chunks(1))) expect(chunk.length).toBe(CHUNK);
  time.pass(3_600_000);
  for await (const chunk of pace.through(chunks(11))) expect(chunk.length).toBe(CHUNK);
  expect(time.now() - 3_600_000).toBeCloseTo((10 * CHUNK * 1_000) / RATE);
});
