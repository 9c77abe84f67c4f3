import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "@/lib/http/lanes/http-server";

const REQUEST_MS = 100;
const UPLOAD = "/dashboard/org_1/databases/db_1/tables/import?options=%7B%7D";
const USERS = "/dashboard/org_1/projects/prj_1/users/imports";

/** Sends a body of which the second half comes late, and returns the status line of the answer. */
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
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.on("error", () => {});
  const answer = text(socket);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 10\r\nConnection: ${isAnsweredFirst ? "keep-alive" : "close"}\r\n\r\nfirst`,
  );
  if (isAnsweredFirst) return (await answer).split("\r\n")[0] ?? "";
  await Promise.race([once(socket, "close"), delay(4 * REQUEST_MS)]);
  if (!socket.destroyed) socket.end("later");
  return (await answer).split("\r\n")[0] ?? "";
}

test("an upload may take longer than any other request", async () => {
  expect(await sendSlowly("/api/v1/databases")).toBe("HTTP/1.1 408 Refused");
  expect(await sendSlowly(UPLOAD)).toBe("HTTP/1.1 200 OK");
  expect(await sendSlowly(USERS)).toBe("HTTP/1.1 200 OK");
});

test("the connection of an upload that was answered early is not held by the rest of it", async () => {
  expect(await sendSlowly(UPLOAD, true)).toBe("HTTP/1.1 200 OK");
});
