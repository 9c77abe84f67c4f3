import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { expect, onTestFinished, test, vi } from "vitest";
import { patienceSignal, startPatience } from "@/lib/core/patience";
import { blockEventLoop } from "@/tests/support/block-event-loop";

const LIMIT_MS = 100;

/** Both ends of a connection of this process. */
async function connected(): Promise<[near: Socket, far: Socket]> {
  const server = createServer();
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const accepted = once(server, "connection");
  const near = connect((server.address() as AddressInfo).port, "127.0.0.1");
  const [far] = (await accepted) as [Socket];
  onTestFinished(() => void near.destroy());
  onTestFinished(() => void far.destroy());
  return [near, far];
}

test("OP-M5: data that arrived while the event loop was blocked counts, however long that was", async () => {
  const [near, far] = await connected();
  const heard = new Promise((resolve) => {
    const endPatience = startPatience(LIMIT_MS, () => resolve("nothing"));
    far.once("data", (chunk) => {
      endPatience();
      resolve(String(chunk));
    });
  });
  near.write("ab");
  blockEventLoop(5 * LIMIT_MS);
  expect(await heard).toBe("ab");
});

test("OP-M5: work that needs several answers has time for them after the event loop was blocked", async () => {
  const [near, far] = await connected();
  far.on("data", (chunk) => far.write(chunk));
  const signal = patienceSignal(20 * LIMIT_MS);
  near.write("0");
  blockEventLoop(21 * LIMIT_MS);
  for (let answers = 0; answers < 20; answers += 1) {
    await once(near, "data", { signal });
    near.write(String(answers));
  }
  expect(signal.aborted).toBe(false);
});

test("a wait that nothing ends is given up, and one that has ended is not", async () => {
  const ended = startPatience(LIMIT_MS, () => expect.unreachable("an ended wait was given up"));
  ended();
  await new Promise<void>((resolve) => startPatience(2 * LIMIT_MS, resolve));
  const signal = patienceSignal(LIMIT_MS);
  await once(signal, "abort");
  expect(signal.reason).toMatchObject({ name: "TimeoutError" });
});

test("a part that is excused doesn't count, and excuses end", async () => {
  const thrice = vi.fn(() => thrice.mock.calls.length <= 3);
  await new Promise<void>((resolve) => startPatience(LIMIT_MS, resolve, { isExcused: thrice }));
  expect(thrice).toHaveBeenCalledTimes(13);
  const always = vi.fn(() => true);
  await new Promise<void>((resolve) => startPatience(10, resolve, { isExcused: always }));
  expect(always).toHaveBeenCalledTimes(90);
});
