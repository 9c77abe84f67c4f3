import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type RequestListener, request as sendRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { passRequests } from "@/lib/http/lanes/pass-requests";

let folder: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "passing-"));
});
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});
afterAll(() => rm(folder, { recursive: true }));

async function listen(listener: RequestListener, path?: string): Promise<string> {
  const server = createServer(listener);
  await once(path === undefined ? server.listen(0, "127.0.0.1") : server.listen(path), "listening");
  ends.push(() => {
    server.closeAllConnections();
    server.close();
  });
  return path ?? `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A process in front of one that answers by `behind`; `refused` are the failures of passing on. */
async function inFrontOf(behind: RequestListener | null): Promise<{ url: string; refused: unknown[] }> {
  const path = join(folder, `${process.hrtime.bigint()}.sock`);
  if (behind) await listen(behind, path);
  const passed = passRequests({ takes: (pathname) => pathname === "/sql", socketPath: path });
  const refused: unknown[] = [];
  const url = await listen((request, response) => {
    passed.pass(request, response).catch((error) => {
      refused.push(error);
      response.writeHead(503).end();
    });
  });
  return { url, refused };
}

it("passes bodies and fields on as they are, but for those of a connection", async () => {
  const asked: IncomingMessage[] = [];
  const { url } = await inFrontOf(async (request, response) => {
    asked.push(request);
    const body = await text(request);
    response.writeHead(418, ["X-One", "a", "X-One", "b", "Connection", "close", "Keep-Alive", "timeout=1"]);
    response.end(body.toUpperCase());
  });
  const body = "é".repeat(100_000);
  for (const encoding of ["Content-Length", "Transfer-Encoding"]) {
    const sent = sendRequest(`${url}/sql?a=%2f`, {
      method: "POST",
      headers: {
        ...{ [encoding]: encoding === "Content-Length" ? Buffer.byteLength(body) : "chunked" },
        ...{ Connection: "close", "X-Two": ["c", "d"] },
      },
    });
    sent.end(body);
    const [answer] = (await once(sent, "response")) as [IncomingMessage];
    expect(answer.statusCode).toBe(418);
    expect(answer.headers).toMatchObject({ "x-one": "a, b" });
    expect(answer.headers["keep-alive"]).toBeUndefined();
    expect(await text(answer)).toBe(body.toUpperCase());
  }
  expect(asked.map(({ url: path, headers }) => [path, headers["x-two"], headers.connection])).toEqual(
    Array(2).fill(["/sql?a=%2f", "c, d", "keep-alive"]),
  );
});

it("an answer that breaks off is never taken for a whole one", async () => {
  for (const fields of [{}, { "Content-Length": "100" }]) {
    const { url } = await inFrontOf((_request, response) => {
      response.writeHead(200, fields);
      response.write('{"rows":[', () => response.destroy());
    });
    await expect(fetch(`${url}/sql`).then((answer) => answer.text())).rejects.toThrow("terminated");
  }
});

it("a caller that goes away ends the request behind", async () => {
  const gone = Promise.withResolvers<void>();
  const taken = Promise.withResolvers<void>();
  const { url } = await inFrontOf((request) => {
    request.once("close", gone.resolve);
    taken.resolve();
  });
  const control = new AbortController();
  const answer = fetch(`${url}/sql`, { signal: control.signal });
  await taken.promise;
  control.abort();
  await expect(answer).rejects.toThrow();
  await gone.promise;
});

it("a process that is away is told as such", async () => {
  const { url, refused } = await inFrontOf(null);
  expect((await fetch(`${url}/sql`, { method: "POST", body: "{}" })).status).toBe(503);
  expect(refused).toEqual([expect.objectContaining({ code: "service_unavailable" })]);
});

it("SV-M8 passes an answer with header fields of 30 kB on", async () => {
  const { url } = await inFrontOf((_request, response) => void response.setHeader("X-Large", "a".repeat(30_720)).end());
  const { promise, resolve } = Promise.withResolvers<IncomingMessage>();
  sendRequest(`${url}/sql`, { maxHeaderSize: 65_536 }, resolve).end();
  const answer = await promise;
  answer.resume();
  expect([answer.statusCode, answer.headers["x-large"]?.length]).toEqual([200, 30_720]);
});
