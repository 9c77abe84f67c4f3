import { once } from "node:events";
import type { IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { PassThrough } from "node:stream";
import { afterEach, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Heartbeat } from "@/lib/http/lanes/heartbeat";
import { ClientGoneError, FramedClient } from "@/lib/http/sql/websocket/framed-client";
import { Relay } from "@/lib/http/sql/websocket/relay";

const KILOBYTE = 1024;
const servers: WebSocketServer[] = [];

afterEach(() => {
  for (const server of servers.splice(0)) {
    for (const socket of server.clients) socket.terminate();
    server.close();
  }
});

/** A WebSocket over loopback, with the service's side of it. */
async function connect() {
  const server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
  servers.push(server);
  await once(server, "listening");
  const sent = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const [socket, request] = (await once(server, "connection")) as [WebSocket, IncomingMessage];
  await once(sent, "open");
  const texts: string[] = [];
  const client = new FramedClient(socket, request.socket, () => texts.push("text"));
  return { sent, socket, client, texts };
}

/** Resolves when everything that was sent before has been read. */
async function untilRead({ sent }: { sent: WebSocket }): Promise<void> {
  sent.ping();
  await once(sent, "pong");
}

describe("the bytes of a client", () => {
  it("are read across frames, and the rest stays", async () => {
    const { sent, client } = await connect();
    sent.send(Buffer.from("ab"));
    sent.send(Buffer.from("cdef"));
    expect((await client.read(3)).toString()).toBe("abc");
    expect((await client.read(1)).toString()).toBe("d");
    const later = client.read(4);
    sent.send(Buffer.from("ghij"));
    expect((await later).toString()).toBe("efgh");
    expect(client.readableLength).toBe(2);
  });

  it("that wait go first to the taker of all", async () => {
    const connected = await connect();
    const { sent, client } = connected;
    for (const part of ["ab", "cd"]) sent.send(Buffer.from(part));
    await untilRead(connected);
    const taken: string[] = [];
    client.pass((bytes) => taken.push(bytes.toString()));
    expect(taken).toEqual(["ab", "cd"]);
    sent.send(Buffer.from("ef"));
    await untilRead(connected);
    expect(taken).toEqual(["ab", "cd", "ef"]);
    expect(client.readableLength).toBe(0);
  });

  it("keep the client from sending more while too many wait", async () => {
    const { sent, socket, client } = await connect();
    for (let n = 0; n < 64; n += 1) sent.send(Buffer.alloc(16 * KILOBYTE));
    await expect.poll(() => socket.isPaused).toBe(true);
    expect(client.readableLength).toBeLessThan(256 * KILOBYTE);
    let taken = 0;
    client.pass((bytes) => {
      taken += bytes.length;
    });
    await expect.poll(() => taken).toBe(64 * 16 * KILOBYTE);
  });

  it("can't come from one that is gone, before or while they are waited for", async () => {
    const { sent, socket, client } = await connect();
    const waiting = client.read(1);
    sent.close();
    await expect(waiting).rejects.toBeInstanceOf(ClientGoneError);
    await expect.poll(() => socket.readyState).toBe(WebSocket.CLOSED);
    await expect(client.read(1)).rejects.toBeInstanceOf(ClientGoneError);
  });

  it("don't come in frames of text", async () => {
    const connected = await connect();
    connected.sent.send("abc");
    await untilRead(connected);
    expect([connected.texts, connected.client.readableLength]).toEqual([["text"], 0]);
  });
});

describe("the frames for a client", () => {
  it("of any size arrive whole and in order", async () => {
    const { sent, client } = await connect();
    const sizes = [1, 125, 126, 4 * KILOBYTE, 4 * KILOBYTE + 1, 70 * KILOBYTE, 3];
    const got: Buffer[] = [];
    sent.on("message", (bytes: Buffer) => got.push(bytes));
    const written = sizes.map((size, index) => Buffer.alloc(size, index));
    for (const bytes of written) client.write(bytes);
    await expect.poll(() => got.length).toBe(sizes.length);
    expect(Buffer.concat(got).equals(Buffer.concat(written))).toBe(true);
  });

  it("end with its leaving", async () => {
    const { sent, socket, client } = await connect();
    sent.close();
    await once(socket, "close");
    expect([client.isWritable, client.write(Buffer.from("a"))]).toEqual([false, false]);
  });
});

describe("a relay whose host ends", () => {
  it.each([
    ["left", ["58", "00000004"]],
    ["left", ["5100000005415800000004"]],
    ["left", ["51", "000000054158", "0000", "00", "04"]],
    ["lost", ["0000000458"]],
    ["lost", ["5800000004", "51"]],
  ])("was %s by a client that has sent %j", async (ending, parts) => {
    const connected = await connect();
    const { sent, socket, client } = connected;
    const host = new PassThrough();
    const heartbeat = new Heartbeat(socket, 60_000);
    const relay = new Relay({ client, host, idleMs: 60_000, heartbeat });
    for (const part of parts) sent.send(Buffer.from(part, "hex"));
    await untilRead(connected);
    host.destroy();
    expect(await relay.over).toBe(ending);
  });
});
