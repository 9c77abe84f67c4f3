import { EventEmitter } from "node:events";
import { PassThrough } from "node:stream";
import { expect, it } from "vitest";
import type { WebSocket } from "ws";
import { HeldBytes } from "@/lib/http/sql/websocket/held-bytes";

const MEGABYTE = 1024 ** 2;

/** A connection whose parts are moved by hand. */
function watch(held: HeldBytes) {
  const [raw, socket] = [new PassThrough(), new EventEmitter() as WebSocket];
  const [client, host] = [new PassThrough({ highWaterMark: 1 }), new PassThrough({ highWaterMark: 1 })];
  let times = 0;
  held
    .watch(raw, socket, client, () => {
      times += 1;
    })
    .follow(host);
  return {
    ...{ socket, client, host },
    receive: (bytes: number) => raw.emit("data", Buffer.alloc(bytes)),
    tooMuch: () => times,
  };
}

it("ends the connection that holds most bytes when the process can't hold more, and nobody with little", () => {
  const held = new HeldBytes(10 * MEGABYTE);
  const [large, small] = [watch(held), watch(held)];
  large.receive(9 * MEGABYTE);
  small.receive(MEGABYTE / 2);
  expect([large.tooMuch(), small.tooMuch()]).toEqual([0, 0]);
  large.receive(MEGABYTE);
  expect([large.tooMuch(), small.tooMuch()]).toEqual([1, 0]);
  small.receive(MEGABYTE / 4);
  expect(small.tooMuch()).toBe(0);
});

it("counts bytes on their way to the host, until the host has taken them", async () => {
  const held = new HeldBytes(10 * MEGABYTE);
  const waiting = watch(held);
  waiting.receive(6 * MEGABYTE);
  waiting.host.write(Buffer.alloc(6 * MEGABYTE));
  waiting.socket.emit("message");
  waiting.receive(5 * MEGABYTE);
  expect(waiting.tooMuch()).toBe(1);
  waiting.socket.emit("message");
  waiting.host.resume();
  await expect.poll(() => waiting.host.writableLength).toBe(0);
  waiting.receive(5 * MEGABYTE);
  expect(waiting.tooMuch()).toBe(1);
});

it("counts the part of a message no longer once the host has taken it", () => {
  const held = new HeldBytes(10 * MEGABYTE);
  const [passed, other] = [watch(held), watch(held)];
  passed.receive(9 * MEGABYTE);
  passed.socket.emit("message");
  other.receive(5 * MEGABYTE);
  expect([passed.tooMuch(), other.tooMuch()]).toEqual([0, 0]);
});

it("forgets the bytes of a closed connection", () => {
  const held = new HeldBytes(10 * MEGABYTE);
  for (let n = 0; n < 5; n += 1) {
    const one = watch(held);
    one.receive(9 * MEGABYTE);
    one.socket.emit("close");
    expect(one.tooMuch()).toBe(0);
  }
});
