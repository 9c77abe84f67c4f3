import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { adoptConnections, closeGracefully } from "@/lib/http/lanes/connections";
import { createHttpServer, type PATIENCE } from "@/lib/http/lanes/http-server";

const GRACE_MS = 3_600_000;

/** A server that listens nowhere, behind another that hands it its connections. */
async function adopting(patience: Partial<typeof PATIENCE> = {}) {
  const server = createHttpServer(
    (_, response) => response.end("answer"),
    () => "req_test",
    "http://localhost",
    patience,
  );
  adoptConnections(server);
  const accepting = createServer({ pauseOnConnect: true }, (socket) => {
    server.emit("connection", socket);
    socket.resume();
  });
  await once(accepting.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void accepting.close());
  const socket = connect((accepting.address() as AddressInfo).port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  return { server, socket };
}

test("a connection that was handed over is kept for its next request, and ends with the server", async () => {
  const { server, socket } = await adopting();
  for (const _ of [1, 2]) {
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const [answer] = await once(socket, "data");
    expect(String(answer)).toContain("Connection: keep-alive");
  }
  const ended = once(socket, "close");
  await closeGracefully(server, GRACE_MS);
  await ended;
});

test("a connection that was handed over has the time that others have for a request", async () => {
  const { socket } = await adopting({ headersTimeout: 50, connectionsCheckingInterval: 20 });
  socket.write("GET / HTTP/1.1\r\nHost:");
  expect(await text(socket)).toContain("request_timeout");
});
