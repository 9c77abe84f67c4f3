import { once } from "node:events";
import { type AddressInfo, connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "@/lib/http/lanes/http-server";

const REQUEST_MS = 100;
const PLAIN = "/api/v1/databases";
const UPLOAD = "/dashboard/org_1/databases/db_1/tables/import?options=%7B%7D";
const USERS = "/dashboard/org_1/projects/prj_1/users/imports";

/** Sends the head of a request and the first half of its body. */
function begin(port: number, path: string, connection: string): { socket: Socket; statusLine: Promise<string> } {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nConnection: ${connection}\r\n\r\nfirst`,
  );
  return { socket, statusLine: text(socket).then((answer) => answer.split("\r\n")[0] ?? "") };
}

/**
 * Sends a body of which the second half comes when the server has given up a plain request that began later. Returns
 * the status line of the answer.
 */
async function sendSlowly(path: string, isAnsweredFirst = false): Promise<string> {
  const server = createHttpServer(
    async (request, response) => {
      if (!isAnsweredFirst) await text(request).catch(() => "");
      response.end("answer");
    },
    () => "req_test",
    "http://localhost",
    { requestTimeout: REQUEST_MS, connectionsCheckingInterval: 20 },
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const { socket, statusLine } = begin(port, path, isAnsweredFirst ? "keep-alive" : "close");
  if (isAnsweredFirst) return statusLine;
  await once(socket, "connect");
  expect(await begin(port, PLAIN, "close").statusLine).toBe("HTTP/1.1 408 Refused");
  if (!socket.destroyed) socket.end("later");
  return statusLine;
}

test("an upload may take longer than any other request", async () => {
  expect(await sendSlowly(PLAIN)).toBe("HTTP/1.1 408 Refused");
  expect(await sendSlowly(UPLOAD)).toBe("HTTP/1.1 200 OK");
  expect(await sendSlowly(USERS)).toBe("HTTP/1.1 200 OK");
});

test("the connection of an upload that was answered early is not held by the rest of it", async () => {
  expect(await sendSlowly(UPLOAD, true)).toBe("HTTP/1.1 200 OK");
});
