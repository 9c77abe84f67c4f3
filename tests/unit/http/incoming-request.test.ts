import { once } from "node:events";
import {
  Agent,
  type ClientRequest,
  createServer,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { beforeEach, describe, expect, test } from "vitest";
import { MOST_DISCARDED_BYTES } from "@/lib/http/lanes/discard-body";
import { IncomingRequest } from "@/lib/http/lanes/incoming-request";
import { closeLingering } from "@/lib/http/lanes/lingering-close";
import { sendAnswer } from "@/lib/http/lanes/send-answer";
import { type Answer, PlainAnswer } from "@/lib/http/plain-answer";

type Answering = (request: IncomingRequest, response: ServerResponse) => Answer | Promise<Answer>;

let answer: Answering;
let hadArrived: boolean;
const server = createServer();
closeLingering(server);
server.on("request", async (incoming: IncomingMessage, response: ServerResponse) => {
  response.once("prefinish", () => {
    hadArrived = incoming.complete;
  });
  await sendAnswer(incoming, response, await answer(new IncomingRequest(incoming, response), response));
});

beforeEach(async () => {
  await once(server.listen(0, "127.0.0.1"), "listening");
  return async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
});

const host = () => `127.0.0.1:${(server.address() as AddressInfo).port}`;
const ask = (path = "/", init: RequestInit & { duplex?: "half" } = {}) => fetch(`http://${host()}${path}`, init);
const text = (body: string, status = 200) => new PlainAnswer(body, status, { "Content-Type": "text/plain" });

test("a request has its address, its fields, those of one name joined, and its body", async () => {
  answer = async (asked) =>
    text(JSON.stringify({ url: asked.url, fields: Object.fromEntries(asked.headers), body: `${await bodyOf(asked)}` }));
  const sent = request(`http://${host()}/a%20b?c=d`, { method: "POST" });
  sent.setHeader("X-Twice", ["one", "two"]);
  sent.setHeader("Cookie", ["a=1", "b=2"]);
  const [received] = (await once(sent.end("é"), "response")) as [IncomingMessage];
  const seen = JSON.parse((await received.toArray()).join(""));
  expect(seen.url).toBe(`http://${host()}/a%20b?c=d`);
  expect(seen.fields).toMatchObject({ "x-twice": "one, two", cookie: "a=1; b=2" });
  expect(seen.body).toBe("é");
});

const bodyOf = async (asked: IncomingRequest) => Buffer.from(await asked.bytes()).toString();

test("a body is read once, whole or as a stream, and a GET has none", async () => {
  answer = async (asked) => {
    if (asked.method === "GET") return text(String(asked.body));
    const before = asked.bodyUsed;
    const read = asked.body ? Buffer.concat(await Readable.fromWeb(asked.body as never).toArray()) : null;
    expect(() => asked.bytes()).toThrow("has been read");
    return text(`${before} ${read} ${asked.bodyUsed}`);
  };
  expect(await (await ask()).text()).toBe("null");
  expect(await (await ask("/", { method: "PUT", body: "bytes" })).text()).toBe("false bytes true");
});

test("the signal aborts when the caller leaves, and not when the answer was sent", async () => {
  const signals: AbortSignal[] = [];
  const begun = Promise.withResolvers<void>();
  answer = async (asked, response) => {
    signals.push(asked.signal);
    if (asked.url.endsWith("/whole")) return text("whole");
    begun.resolve();
    await once(response, "close");
    return text("late");
  };
  const closed = once(server, "connection").then(([socket]) => once(socket, "close"));
  expect(await (await ask("/whole", { headers: { connection: "close" } })).text()).toBe("whole");
  await closed;
  const leaving = new AbortController();
  const left = ask("/left", { signal: leaving.signal }).catch((error: Error) => error.name);
  await begun.promise;
  leaving.abort();
  expect(await left).toBe("AbortError");
  await expect.poll(() => signals.map(({ aborted }) => aborted)).toEqual([false, true]);
});

test("an answer has its length, also for HEAD, and none where a body can't be", async () => {
  answer = (asked) => (asked.url.endsWith("/none") ? new PlainAnswer(null, 204, {}) : text("é"));
  const whole = await ask();
  expect([whole.headers.get("content-length"), await whole.text()]).toEqual(["2", "é"]);
  const head = await ask("/", { method: "HEAD" });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "2", ""]);
  const none = await ask("/none");
  expect([none.status, none.headers.get("content-length")]).toEqual([204, null]);
});

test("Set-Cookie stays apart, of a plain answer and of a Response, whose text gets its length", async () => {
  const headers = new Headers([
    ["Set-Cookie", "a=1"],
    ["Set-Cookie", "b=2"],
  ]);
  answer = (asked) =>
    asked.url.endsWith("/plain") ? new PlainAnswer("x", 200, headers) : new Response("xyz", { headers });
  expect((await ask("/plain")).headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  const response = await ask("/response");
  expect(response.headers.getSetCookie()).toEqual(["a=1", "b=2"]);
  expect(response.headers.get("content-length")).toBe("3");
});

test("a stream arrives as it comes, and ends when its reader leaves", async () => {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  answer = () => new Response(readable, { headers: { "X-Accel-Buffering": "no" } });
  const writer = writable.getWriter();
  void writer.write(new TextEncoder().encode("first"));
  const leaving = new AbortController();
  const response = await ask("/", { signal: leaving.signal });
  const first = await response.body?.getReader().read();
  expect(new TextDecoder().decode(first?.value)).toBe("first");
  leaving.abort();
  await expect(writer.closed).rejects.toThrow();
});

test("a stream of Node that fails breaks the answer off", async () => {
  const failing = Readable.from(
    (function* () {
      yield "begun";
      throw new Error("the source failed");
    })(),
  );
  answer = () => new PlainAnswer(failing, 200, {});
  await expect(ask().then((response) => response.text())).rejects.toThrow();
});

describe("an answer that needs no body", () => {
  const bytes = 8 * 1024 * 1024;

  async function post(headers: OutgoingHttpHeaders, send: (sent: ClientRequest) => unknown) {
    const sent = request(`http://${host()}/`, { method: "POST", headers, agent: new Agent() });
    const answered = once(sent, "response") as Promise<[IncomingMessage]>;
    send(sent);
    const [received] = await answered;
    const answer = { status: received.statusCode, text: `${await received.toArray()}` };
    sent.on("error", () => undefined).destroy();
    return answer;
  }

  beforeEach(() => {
    answer = () => text("nobody asked", 404);
  });

  test.each([
    ["with its length", { "Content-Length": bytes }],
    ["in chunks", { "Transfer-Encoding": "chunked" }],
  ])("comes after the body that is sent %s", async (_how, headers) => {
    const answered = await post(headers, (sent) => sent.end(Buffer.alloc(bytes)));
    expect(answered).toEqual({ status: 404, text: "nobody asked" });
    expect(hadArrived).toBe(true);
  });

  test("comes though its handler has begun to read the body", async () => {
    answer = async ({ body }) => {
      await body?.getReader().read();
      return text("enough", 413);
    };
    const { status } = await post({ "Content-Length": bytes }, (sent) => sent.end(Buffer.alloc(bytes)));
    expect(status).toBe(413);
    expect(hadArrived).toBe(true);
  });

  test("comes to a client that sends a part of it and waits, or sends without end", async () => {
    const part = (sent: ClientRequest) => sent.write("a part");
    expect((await post({ "Content-Length": bytes }, part)).status).toBe(404);
    expect((await post({ "Content-Length": MOST_DISCARDED_BYTES + 1 }, part)).status).toBe(404);
    const endless = (sent: ClientRequest) =>
      Readable.from(iterate(() => Buffer.alloc(65_536))).pipe(sent, { end: false });
    expect((await post({ "Transfer-Encoding": "chunked" }, endless)).status).toBe(404);
  });
});

function* iterate<Item>(next: () => Item) {
  while (true) yield next();
}
