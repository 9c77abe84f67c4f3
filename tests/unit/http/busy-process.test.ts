import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { Heartbeat } from "@/lib/http/lanes/heartbeat";
import { createHttpServer, type PATIENCE } from "@/lib/http/lanes/http-server";
import { blockEventLoop } from "@/tests/support/block-event-loop";

const SHORT_MS = 50;
const HEAD = "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: 2\r\n\r\n";

async function listening(patience: Partial<typeof PATIENCE>, listener: RequestListener) {
  const times = { connectionsCheckingInterval: SHORT_MS, ...patience };
  const server = createHttpServer(listener, () => "req_test", "http://localhost", times);
  onTestFinished(() => void server.close());
  await once(server.listen(0, "127.0.0.1"), "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  return { server, socket };
}

async function statusLineOf(socket: Socket): Promise<string> {
  return (await text(socket)).split("\r\n")[0] ?? "";
}

const echo: RequestListener = async (request, response) => void response.end(await text(request));

test("OP-M5: a body that was sent at once is not called slow by a process that was busy", async () => {
  const { socket } = await listening({ requestTimeout: SHORT_MS }, (request, response) => {
    void echo(request, response);
    setImmediate(() => {
      socket.write("ab");
      blockEventLoop(10 * SHORT_MS);
    });
  });
  socket.write(HEAD);
  expect(await statusLineOf(socket)).toBe("HTTP/1.1 200 OK");
});

test("OP-M5: the head of a request is not called slow by a process that was busy", async () => {
  const { server, socket } = await listening({ headersTimeout: SHORT_MS }, echo);
  await once(server, "connection");
  socket.write(`${HEAD}ab`);
  blockEventLoop(10 * SHORT_MS);
  expect(await statusLineOf(socket)).toBe("HTTP/1.1 200 OK");
});

test("OP-M5: the next request of a kept connection counts that came while the process was busy", async () => {
  const { socket } = await listening({ keepAliveTimeout: SHORT_MS }, echo);
  socket.write(`${HEAD.replace("close", "keep-alive")}ab`);
  await once(socket, "data");
  socket.write(`${HEAD}cd`);
  blockEventLoop(40 * SHORT_MS);
  expect(await statusLineOf(socket)).toBe("HTTP/1.1 200 OK");
});

test("OP-M5: a client that answered pings while the process was busy is kept", async () => {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  onTestFinished(() => void server.close());
  await once(server, "listening");
  const client = new WebSocket(`ws://127.0.0.1:${(server.address() as AddressInfo).port}`);
  onTestFinished(() => client.terminate());
  const [accepted] = (await once(server, "connection")) as [WebSocket];
  await once(client, "open");
  new Heartbeat(accepted, SHORT_MS);
  await once(client, "ping");
  // The first answer has been read, and the second, which the library has just written, has not.
  await once(accepted, "pong");
  await once(client, "ping");
  blockEventLoop(10 * SHORT_MS);
  await Promise.race([once(client, "ping"), once(client, "close")]);
  expect(accepted.readyState).toBe(WebSocket.OPEN);
});
