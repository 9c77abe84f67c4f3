import { expect, test } from "vitest";
import { FairQueue } from "@/lib/core/queue/fair-queue";

const OPTIONS = { places: 1, waitingOfOwner: 10, patienceMilliseconds: 60_000, refusal: "Too many are being made." };

/** A queue whose work goes on until it is let go, in the order in which it began. */
function heldWork(options: Partial<typeof OPTIONS> = {}) {
  const queue = new FairQueue({ ...OPTIONS, ...options });
  const begun: string[] = [];
  const held: (() => void)[] = [];
  const run = (owner: string, signal?: AbortSignal) => {
    const work = () => {
      begun.push(owner);
      return new Promise<void>((resolve) => void held.push(resolve));
    };
    return queue.run(owner, work, signal);
  };
  const letGo = async () => {
    await new Promise(setImmediate);
    held.shift()?.();
    await new Promise(setImmediate);
  };
  return { queue, run, begun, letGo };
}

test("AT-H6 a neighbour's work begins before the third piece of an owner that has many waiting", async () => {
  const { run, begun, letGo } = heldWork();
  for (let index = 0; index < 8; index += 1) void run("hostile");
  void run("neighbour");
  await letGo();
  await letGo();
  expect(begun).toEqual(["hostile", "hostile", "neighbour"]);
});

test("AT-H6 owners take turns, however many pieces each has", async () => {
  const { run, begun, letGo } = heldWork();
  for (const owner of ["a", "a", "a", "b", "b", "c"]) void run(owner);
  for (let index = 0; index < 5; index += 1) await letGo();
  expect(begun).toEqual(["a", "a", "b", "c", "a", "b"]);
});

test("AT-H6 of several places, one owner leaves some to others while it has work waiting", async () => {
  const { run, begun } = heldWork({ places: 4 });
  for (let index = 0; index < 8; index += 1) void run("hostile");
  void run("neighbour");
  await new Promise(setImmediate);
  expect(begun).toEqual(["hostile", "hostile", "neighbour"]);
});

test("AT-H6 work whose caller has gone is dropped before it begins", async () => {
  const { run, begun, letGo } = heldWork();
  void run("a");
  const gone = new AbortController();
  const dropped = run("b", gone.signal);
  void run("c");
  gone.abort(new Error("gone"));
  await expect(dropped).rejects.toThrow("gone");
  await letGo();
  expect(begun).toEqual(["a", "c"]);
  await expect(run("d", gone.signal)).rejects.toThrow("gone");
});

test("AT-H6 an owner that has too many waiting is refused, and a neighbour isn't", async () => {
  const { run } = heldWork({ waitingOfOwner: 2 });
  for (let index = 0; index < 3; index += 1) void run("hostile");
  await expect(run("hostile")).rejects.toMatchObject({
    code: "rate_limited",
    message: "Too many are being made. 2 are waiting ahead. Try again in a moment.",
    retryAfterSeconds: 2,
  });
  const waiting = run("neighbour", AbortSignal.abort());
  await expect(waiting).rejects.toMatchObject({ name: "AbortError" });
});

test("AT-H6 work that would wait too long is refused with how many are ahead", async () => {
  const { run, begun } = heldWork({ patienceMilliseconds: 20 });
  void run("hostile");
  const first = run("hostile").catch((error: unknown) => error);
  await expect(run("neighbour")).rejects.toMatchObject({ code: "service_unavailable" });
  expect(await first).toMatchObject({ message: expect.stringContaining("0 are waiting ahead") });
  expect(begun).toEqual(["hostile"]);
});

test("a piece that fails gives its place to the next", async () => {
  const queue = new FairQueue(OPTIONS);
  const failed = queue.run("a", () => Promise.reject(new Error("no")));
  const next = queue.run("b", () => Promise.resolve("done"));
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});
