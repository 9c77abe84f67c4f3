import { once } from "node:events";
import { Agent, get, type IncomingMessage, type RequestListener, type ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { closeGracefully } from "@/lib/http/lanes/connections";
import { createHttpServer } from "@/lib/http/lanes/http-server";

/** Longer than any test: every end is before the grace is over. */
const GRACE_MS = 3_600_000;

/** Serves `listener` to a browser that keeps its connections. */
async function serve(listener: RequestListener) {
  const server = createHttpServer(listener, () => "req_test", "http://localhost");
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = server.address() as AddressInfo;
  const agent = new Agent({ keepAlive: true });
  onTestFinished(() => {
    agent.destroy();
    server.closeAllConnections();
  });
  const ask = async () => {
    const [response] = (await once(get({ host: "127.0.0.1", port, agent }), "response")) as [IncomingMessage];
    return text(response);
  };
  return { server, port, ask, close: () => closeGracefully(server, GRACE_MS) };
}

test("a connection that waits for its next request ends without the grace", async () => {
  const { server, ask, close } = await serve((_, response) => response.end("answer"));
  await ask();
  await close();
  expect(server.listening).toBe(false);
});

test("a connection on which nothing was asked ends without the grace", async () => {
  const { server, port, close } = await serve((_, response) => response.end());
  const arrived = once(server, "connection");
  const socket = connect(port, "127.0.0.1");
  onTestFinished(() => void socket.destroy());
  await arrived;
  await close();
  expect(server.listening).toBe(false);
});

test.each(["before", "after"])(
  "an answer that ends %s the start of the close is sent whole, and its connection ends with it",
  async (when) => {
    const arrived = Promise.withResolvers<ServerResponse>();
    const { ask, close } = await serve((_, response) => arrived.resolve(response));
    const answer = ask();
    const response = await arrived.promise;
    const body = "x".repeat(8 * 1024 * 1024);
    if (when === "before") response.end(body);
    const closed = close();
    if (when === "after") response.end(body);
    expect((await answer) === body).toBe(true);
    await closed;
  },
);

test("a request that the system has taken, and the process has not, is answered", async () => {
  const { server, ask, close } = await serve((_, response) => response.end("answer"));
  const answer = ask();
  // Connects, and leaves the process no turn to accept.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await Promise.all([close(), expect(answer).resolves.toBe("answer")]);
  expect(server.listening).toBe(false);
});
