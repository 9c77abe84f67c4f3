import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it, onTestFinished } from "vitest";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { readEnvironment } from "@/lib/core/env";
import { atDoor } from "@/lib/http/door/at-door";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import { createListener } from "@/lib/http/lanes/node-listener";
import type { Runtime } from "@/lib/runtime";
import { listen, listenAt } from "@/lib/server/connections/listen";
import { random } from "@/tests/support/context";
import { exchangeUntilClosed, parseAnswer } from "@/tests/support/raw-connection";

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "foreign-"));
});
afterAll(() => rm(folder, { recursive: true }));

function closing(server: Server): void {
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
}

/** A role that the door has handed its connections, and the requests it passes on to the web process. */
async function role(hasWeb = true) {
  const webSocket = join(folder, `${process.hrtime.bigint()}.sock`);
  const asked: IncomingMessage[] = [];
  const web = createServer((request, response) => {
    asked.push(request);
    response.writeHead(request.headers.upgrade ? 400 : 200, { connection: "close" }).end("web");
  });
  if (hasWeb) {
    await listenAt(web, webSocket);
    closing(web);
  }
  const environment = {
    ...readEnvironment({ CLIENT_ADDRESS_HEADER: CONNECTION_ADDRESS_HEADER }),
    webSocket,
  };
  const door = atDoor("sql", environment);
  const listener = createListener({ environment, random } as unknown as Runtime, [], { foreign: door?.foreign });
  const server = createHttpServer(listener, () => "req_test", environment.url, {}, door?.upgrades);
  await listen(server, 0, "127.0.0.1");
  closing(server);
  const send = (path: string, fields = "") =>
    exchangeUntilClosed(
      `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nConnection: close${fields && ", Upgrade"}\r\n${fields}\r\n`,
    );
  return { asked, send };
}

it("a request that isn't for the role goes to the web process, with the address of the connection", async () => {
  const { asked, send } = await role();
  for (const path of ["/info", "/metrics", "/dashboard?a=b", "/api/v1/sql/further"]) {
    expect(await send(path, `${CONNECTION_ADDRESS_HEADER}: 192.0.2.66\r\n`)).toContain("200 OK");
    const last = asked.at(-1);
    expect([last?.url, last?.headers[CONNECTION_ADDRESS_HEADER]]).toEqual([path, "192.0.2.66, 127.0.0.1"]);
  }
  expect(parseAnswer(await send("/api/v1/sql")).status).toBe(404);
  expect(asked).toHaveLength(4);
});

it("a WebSocket of another role goes to the web process", async () => {
  const { asked, send } = await role();
  await send("/v1/realtime", "Upgrade: websocket\r\n");
  expect(asked.map(({ url, headers }) => [url, headers.upgrade])).toEqual([["/v1/realtime", "websocket"]]);
  expect(asked[0]?.headers[CONNECTION_ADDRESS_HEADER]).toBe("127.0.0.1");
});

it("answers that the service can't take a request while the web process is away", async () => {
  const { send } = await role(false);
  expect(parseAnswer(await send("/info"))).toMatchObject({ status: 503 });
});
