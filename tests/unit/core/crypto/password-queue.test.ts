import { availableParallelism } from "node:os";
import { setImmediate as turn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { hashPassword } from "@/lib/core/crypto/password";
import { PasswordQueue } from "@/lib/core/crypto/password-queue";
import { Turns } from "@/lib/core/crypto/turns";

const MIB = 1024 ** 2;
const CORES = availableParallelism();
const HELD = CORES * 17;

const ONE = { id: "prj_one" };
const OTHER = { id: "prj_other" };
const THIRD = { id: "prj_third" };
const BUILT_IN = { id: "prj_dashboard", isBuiltIn: true };

describe("the queue before the password hash", () => {
  it("PW-10: of a thousand at once holds as many as it can do soon; the others are refused before the first hash is made", async () => {
    const stored = await hashPassword("correct horse battery staple");
    const queue = new PasswordQueue();
    const before = process.memoryUsage().rss;
    const order: string[] = [];
    let peak = 0;
    const all = Array.from({ length: 1_000 }, () =>
      queue.verify(ONE, stored, "not the password").then(
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
    queue.requireRoom(ONE);
  });

  it("PW-10: leaves the event loop free: it turns more often than there are hashes", async () => {
    const queue = new PasswordQueue();
    let isDone = false;
    const all = Promise.all(Array.from({ length: CORES * 4 }, () => queue.hash(ONE, "some password"))).then(() => {
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

  it("PW-10: refuses the project that floods it, while every other one has room", async () => {
    const queue = new PasswordQueue(8);
    const places: (() => void)[] = [];
    const keepPlace = (project: typeof ONE) =>
      queue.withPlace(project, () => new Promise<void>((resolve) => void places.push(resolve)));
    const fill = (project: typeof ONE) => {
      const before = places.length;
      while (queue.hasRoom(project)) void keepPlace(project);
      return places.length - before;
    };
    // Of 16 places, a project may have as many as are left.
    expect(fill(ONE)).toBe(8);
    await expect(keepPlace(ONE)).rejects.toMatchObject({ code: "service_unavailable", retryAfterSeconds: 1 });
    expect(fill(OTHER)).toBe(4);
    expect(fill(THIRD)).toBe(2);
    expect(fill(BUILT_IN)).toBe(8);
    expect(fill({ id: "prj_fourth" })).toBe(1);
    for (const leave of places) leave();
    await expect.poll(() => queue.hasRoom(ONE) && queue.hasRoom(BUILT_IN)).toBe(true);
    expect(fill(ONE)).toBe(8);
  });
});

describe("the order of work that waits", () => {
  it("PW-10: gives each project its turn, and every second turn to the dashboard", () => {
    const turns = new Turns<string>();
    for (const project of [ONE, OTHER]) {
      for (const work of ["a", "b", "c"]) turns.add(project, `${project.id} ${work}`);
    }
    for (const work of ["a", "b"]) turns.add(BUILT_IN, `${BUILT_IN.id} ${work}`);
    expect(Array.from({ length: 4 }, () => turns.next())).toEqual([
      "prj_dashboard a",
      "prj_one a",
      "prj_dashboard b",
      "prj_other a",
    ]);
    turns.add(THIRD, "prj_third a");
    expect(Array.from({ length: 6 }, () => turns.next())).toEqual([
      "prj_one b",
      "prj_other b",
      "prj_third a",
      "prj_one c",
      "prj_other c",
      undefined,
    ]);
  });
});
