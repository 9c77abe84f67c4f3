import { availableParallelism } from "node:os";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/core/crypto/password";
import { PasswordQueue } from "@/lib/core/crypto/password-queue";

const MIB = 1024 ** 2;
const CORES = availableParallelism();
const HELD = CORES * 17;

describe("the queue before the password hash", () => {
  it("PW-10: of a thousand at once holds what it can do soon; the others are refused before the first hash is made", async () => {
    const stored = await hashPassword("correct horse battery staple");
    const queue = new PasswordQueue();
    const before = process.memoryUsage().rss;
    const order: string[] = [];
    let peak = 0;
    const all = Array.from({ length: 1_000 }, () =>
      queue.verify(stored, "not the password").then(
        () => {
          order.push("hashed");
          peak = Math.max(peak, process.memoryUsage().rss);
        },
        ({ code, retryAfterSeconds }) => {
          order.push(`${code} ${retryAfterSeconds}`);
        },
      ),
    );
    await Promise.all(all);
    expect(order.slice(0, 1_000 - HELD)).toEqual(Array(1_000 - HELD).fill("service_unavailable 1"));
    expect(order.slice(1_000 - HELD)).toEqual(Array(HELD).fill("hashed"));
    // Each core has one hash of 19 MiB in hand, and the allocator keeps some more.
    expect((peak - before) / MIB).toBeLessThan(CORES * 19 * 2 + 64);
    queue.requireRoom();
  });

  it("PW-10: leaves the event loop free: it turns more often than there are hashes", async () => {
    const queue = new PasswordQueue();
    let isDone = false;
    const all = Promise.all(Array.from({ length: CORES * 4 }, () => queue.hash("some password"))).then(() => {
      isDone = true;
    });
    let turns = 0;
    while (!isDone) {
      await turn();
      turns += 1;
    }
    await all;
    expect(turns).toBeGreaterThan(CORES * 4 * 10);
  });
});
