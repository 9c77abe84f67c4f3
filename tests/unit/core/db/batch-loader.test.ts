import { describe, expect, it } from "vitest";
import { createBatchLoader } from "@/lib/core/db/batch-loader";
import type { Database } from "@/lib/core/db/client";

/** A client without a mark of changes, of which nothing is known. */
const db = {} as Database;

/** A loader whose statements are answered when the test says so; each answers its keys in capitals. */
function openLoader() {
  const statements: { keys: string[]; answer: () => void }[] = [];
  const load = createBatchLoader(
    db,
    (key: string) => key,
    (keys) =>
      new Promise<Map<string, string>>((resolve) => {
        const found = new Map(keys.filter((key) => key !== "x").map((key) => [key, key.toUpperCase()]));
        statements.push({ keys: [...new Set(keys)], answer: () => resolve(found) });
      }),
  );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  return { statements, load, turn };
}

describe("loading by key the rows that every request needs", () => {
  it("asks once for all keys of one turn, and answers each its own", async () => {
    const { statements, load, turn } = openLoader();
    const loads = Promise.all(["a", "b", "a", "x"].map(load));
    await turn();
    expect(statements.map(({ keys }) => keys)).toEqual([["a", "b", "x"]]);
    statements[0]?.answer();
    expect(await loads).toEqual(["A", "B", "A", null]);
  });

  it("gives Postgres ten keys at least, so that it keeps one plan", async () => {
    const lengths: number[] = [];
    const load = createBatchLoader(
      db,
      (key: string) => key,
      async (keys) => {
        lengths.push(keys.length);
        return new Map(keys.map((key) => [key, key]));
      },
    );
    await load("a");
    await Promise.all(Array.from({ length: 40 }, (_, i) => load(String(i))));
    expect(lengths[0]).toBeGreaterThanOrEqual(10);
    expect(lengths[1]).toBe(40);
  });

  it("asks for a hundred keys at most by one statement", async () => {
    const { statements, load, turn } = openLoader();
    const loads = Promise.all(Array.from({ length: 250 }, (_, i) => load(`k${i}`)));
    await turn();
    expect(statements.map(({ keys }) => keys.length)).toEqual([100, 100, 50]);
    for (const { answer } of statements) answer();
    expect(await loads).toEqual(Array.from({ length: 250 }, (_, i) => `K${i}`));
  });

  it("lets meanwhile requests share the next statement, which begins after the one on its way", async () => {
    const { statements, load, turn } = openLoader();
    const first = load("a");
    await turn();
    const others = ["a", "b", "c"].map(load);
    statements[0]?.answer();
    expect(await first).toBe("A");
    while (statements.length < 2) await turn();
    expect(statements[1]?.keys, "asked anew, since it was asked for later").toEqual(["a", "b", "c"]);
    statements[1]?.answer();
    expect(await Promise.all(others)).toEqual(["A", "B", "C"]);
  });

  it("goes on beside a statement that hangs", async () => {
    const { statements, load, turn } = openLoader();
    void load("a");
    await turn();
    const second = load("b");
    while (statements.length < 2) await turn();
    statements[1]?.answer();
    expect(await second).toBe("B");
  });

  it("fails the requests of a statement that fails, and one key's alone with an error of its own", async () => {
    const own = new Error("its settings cannot be read");
    const load = createBatchLoader<string, string>(
      db,
      (key) => key,
      async (keys) => {
        if (keys.includes("down")) throw new Error("no connection");
        return new Map<string, string | Error>(keys.map((key) => [key, key === "broken" ? own : key]));
      },
    );
    const settled = await Promise.allSettled(["broken", "a"].map(load));
    expect(settled).toEqual([
      { status: "rejected", reason: own },
      { status: "fulfilled", value: "a" },
    ]);
    await expect(Promise.all(["down", "b"].map(load))).rejects.toThrow("no connection");
    expect(await load("c")).toBe("c");
  });
});
