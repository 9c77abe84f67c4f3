import { once } from "node:events";
import { Agent, type IncomingMessage, request, type Server } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { beforeEach, expect, test } from "vitest";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import { sendAnswer } from "@/lib/http/lanes/send-answer";
import { PlainAnswer } from "@/lib/http/plain-answer";

const CHUNK = Buffer.alloc(64 * 1024, "x");
const SAYS_CLOSE = "POST / HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n";

let server: Server;
const accepted: Socket[] = [];

beforeEach(async () => {
  const refuse = () => new PlainAnswer("too large", 413, { "Content-Type": "text/plain" });
  server = createHttpServer(
    (incoming, response) => void sendAnswer(incoming, response, refuse()),
    () => "req_test",
    "http://a.example",
  );
  accepted.length = 0;
  server.on("connection", (socket) => accepted.push(socket));
  await once(server.listen(0, "127.0.0.1"), "listening");
  return async () => {
    for (const socket of accepted) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  };
});

const port = () => (server.address() as AddressInfo).port;

/** Sends as much as the connection takes, and resolves with the bytes that came back before it was closed. */
async function sendWithoutEnd(head: string, body: Buffer): Promise<string> {
  const client = connect(port(), "127.0.0.1");
  const received: Buffer[] = [];
  const write = () => {
    while (client.writable && client.write(body));
  };
  client.on("drain", write).on("data", (chunk) => received.push(chunk));
  const failed = new Promise<string>((_, reject) => client.once("error", reject));
  client.write(head);
  write();
  await Promise.race([once(client, "end"), failed]);
  client
    .off("drain", write)
    .on("error", () => undefined)
    .destroy();
  return Buffer.concat(received).toString();
}

test.each([
  [
    "in chunks",
    `${SAYS_CLOSE}Transfer-Encoding: chunked\r\n\r\n`,
    Buffer.concat([Buffer.from("10000\r\n"), CHUNK, Buffer.from("\r\n")]),
  ],
  ["with a length beyond all limits", `${SAYS_CLOSE}Content-Length: ${2 ** 40}\r\n\r\n`, CHUNK],
  ["in a header that never ends", "POST / HTTP/1.1\r\nX-Long: ", CHUNK],
  ["that is no HTTP", "nonsense\r\n\r\n", CHUNK],
])("a client that sends without end %s reads the answer", async (_how, head, body) => {
  for (let round = 0; round < 5; round += 1) {
    expect(await sendWithoutEnd(head, body)).toMatch(/^HTTP\/1\.1 (?:413|431|400) /);
  }
});

test("a client of Node that sends without end reads the answer", async () => {
  const sent = request({ port: port(), host: "127.0.0.1", method: "POST", agent: new Agent() });
  const write = () => {
    while (sent.write(CHUNK));
  };
  sent.on("drain", write);
  write();
  const [received] = (await once(sent, "response")) as [IncomingMessage];
  expect(received.statusCode).toBe(413);
  expect(`${await received.toArray()}`).toBe("too large");
  sent
    .off("drain", write)
    .on("error", () => undefined)
    .destroy();
});

test("a connection whose client goes on sending after the answer is given up", async () => {
  const client = connect({ port: port(), host: "127.0.0.1", allowHalfOpen: true });
  client.on("error", () => undefined);
  client.write(`${SAYS_CLOSE}Content-Length: ${2 ** 40}\r\n\r\n`);
  const sending = setInterval(() => client.write("x"), 100);
  client.resume();
  await once(client, "end");
  await expect.poll(() => accepted[0]?.destroyed).toBe(true);
  clearInterval(sending);
  client.destroy();
}, 40_000);
