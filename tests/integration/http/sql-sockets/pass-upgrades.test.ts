import { once } from "node:events";
import { mkdtemp } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { WebSocket, WebSocketServer } from "ws";
import { CONNECTION_ADDRESS_HEADER } from "@/lib/core/connection-address";
import { closeGracefully } from "@/lib/http/lanes/connections";
import { createHttpServer } from "@/lib/http/lanes/http-server";
import { passUpgrades } from "@/lib/http/lanes/pass-upgrades";
import { type HostingService, openHostingService } from "@/tests/support/databases";
import { frontend, ProtocolClient } from "@/tests/support/protocol-client";
import { exchangeUntilClosed, parseAnswer, RawConnection, statusesIn } from "@/tests/support/raw-connection";
import { type HostedDatabase, hostedDatabase, startSqlSockets } from "@/tests/support/sql-sockets";

let folder: string;
const ends: (() => unknown)[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "passing-"));
});

afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The process behind: a real server on a Unix socket, with its requests. */
async function behind(answer?: (request: IncomingMessage, socket: Socket) => void) {
  const path = join(folder, `${ends.length}-${process.hrtime.bigint()}.sock`);
  const asked: IncomingMessage[] = [];
  const webSockets = new WebSocketServer({ noServer: true });
  const server = createServer();
  server.on("upgrade", (request, socket, head) => {
    asked.push(request);
    if (answer) answer(request, socket as Socket);
    else webSockets.handleUpgrade(request, socket, head, (each) => each.on("message", (data) => each.send(data)));
  });
  await once(server.listen(path), "listening");
  ends.push(() => {
    for (const each of webSockets.clients) each.terminate();
    server.closeAllConnections();
    server.close();
  });
  return { path, asked };
}

/** The process in front, as `createHttpServer` makes it. */
async function front(
  socketPath: string,
  clientAddressHeader: string | null = CONNECTION_ADDRESS_HEADER,
  answerMs?: number,
) {
  const upgrades = passUpgrades({ sockets: { "/v2": socketPath }, clientAddressHeader, ...(answerMs && { answerMs }) });
  const server: Server = createHttpServer(
    (_request, response) => response.writeHead(404).end("nothing here"),
    () => "req_test",
    "http://localhost",
    {},
    upgrades,
  );
  await once(server.listen(0, "127.0.0.1"), "listening");
  ends.push(() => closeGracefully(server, 0));
  return { server, address: `127.0.0.1:${(server.address() as AddressInfo).port}` };
}

async function open(url: string, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(url, { headers });
  socket.on("error", () => {});
  await once(socket, "open");
  return socket;
}

const HEAD =
  "GET /v2 HTTP/1.1\r\nHost: db.example\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";

describe("an upgrade that is passed on", () => {
  it("becomes a WebSocket with the process behind, and both ends hear of the other's end", async () => {
    const { path } = await behind();
    const { address } = await front(path);
    const socket = await open(`ws://${address}/v2`);
    const large = Buffer.alloc(5 * 1024 ** 2, "x");
    socket.send(large);
    const [echo] = await once(socket, "message");
    expect((echo as Buffer).equals(large)).toBe(true);
    socket.close(4001, "enough");
    expect(await once(socket, "close")).toMatchObject([4001, Buffer.from("enough")]);
  });

  it("keeps the client's options, and states its address in place of the client's own claim", async () => {
    const { path, asked } = await behind();
    const { address } = await front(path);
    const forged = {
      "X-Connection-Address": "192.0.2.66",
      "x-other": "kept",
      Origin: "https://app.example",
      Host: "db.example:1",
    };
    (await open(`ws://${address}/v2?address=a%20b`, forged)).terminate();
    const [request] = asked;
    expect(request?.url).toBe("/v2?address=a%20b");
    expect(request?.headers).toMatchObject({ "x-other": "kept", origin: "https://app.example", host: "db.example:1" });
    expect(request?.headers[CONNECTION_ADDRESS_HEADER]).toBe("127.0.0.1");
  });

  it("leaves the address to the proxy in front, where there is one", async () => {
    const { path, asked } = await behind();
    const { address } = await front(path, "x-forwarded-for");
    (
      await open(`ws://${address}/v2`, {
        "x-forwarded-for": "192.0.2.1, 198.51.100.7",
        "x-connection-address": "192.0.2.66",
      })
    ).terminate();
    expect(asked[0]?.headers["x-forwarded-for"]).toBe("192.0.2.1, 198.51.100.7");
    expect(asked[0]?.headers).not.toHaveProperty(CONNECTION_ADDRESS_HEADER);
  });

  it("takes along the bytes that the client has sent behind its request", async () => {
    const { path } = await behind((_request, socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\nhello ");
      socket.pipe(socket);
    });
    const { address } = await front(path);
    const connection = await RawConnection.open(`http://${address}`);
    connection.write(`${HEAD}\r\nand more`);
    expect(await connection.until(/and more$/)).toMatch(
      /^HTTP\/1\.1 101 Switching Protocols\r\n[\s\S]*\r\n\r\nhello and more$/,
    );
    connection.close();
  });

  it("hands a refusal on and ends the connection, so that no second request gets behind", async () => {
    const { path, asked } = await behind((_request, socket) => {
      socket.write("HTTP/1.1 429 Too Many Requests\r\nRetry-After: 3\r\nContent-Length: 5\r\n\r\nlater");
    });
    const { address } = await front(path);
    const text = await exchangeUntilClosed(`http://${address}`, `${HEAD}\r\nGET /metrics HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect(parseAnswer(text)).toMatchObject({ status: 429, body: "later" });
    const { headers } = parseAnswer(text);
    expect([headers.get("retry-after"), headers.get("connection")]).toEqual(["3", "close"]);
    expect(asked).toHaveLength(1);
  });

  it("is answered with 503 while nobody is behind, or when no answer comes in time", async () => {
    const nobody = await front(join(folder, "nobody.sock"));
    const silent = await front((await behind(() => {})).path, null, 100);
    for (const { address } of [nobody, silent]) {
      const answer = parseAnswer(await exchangeUntilClosed(`http://${address}`, `${HEAD}\r\n`));
      expect(answer.status).toBe(503);
      expect(JSON.parse(answer.body)).toMatchObject({ error: { code: "service_unavailable" } });
      expect(answer.body).not.toContain(".sock");
    }
  });

  it("ends behind when the client vanishes, and in front when the process behind does", async () => {
    const sockets: Socket[] = [];
    const { path } = await behind((_request, socket) => {
      socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n");
      // An HTTP server's sockets are half open by default.
      socket.once("end", () => socket.end()).resume();
      sockets.push(socket);
    });
    const { address } = await front(path);
    const connect = async () => {
      const connection = await RawConnection.open(`http://${address}`);
      connection.write(`${HEAD}\r\n`);
      await connection.until(/\r\n\r\n$/);
      return connection;
    };
    const vanishing = await connect();
    const closed = once(sockets[0] as Socket, "close");
    vanishing.close();
    await closed;
    const left = await connect();
    sockets[1]?.destroy();
    await left.untilClosed();
  });

  it("is cut at the end of the patience of a process that stops", async () => {
    const { path } = await behind();
    const { server, address } = await front(path);
    const socket = await open(`ws://${address}/v2`);
    const closed = once(socket, "close");
    await closeGracefully(server, 50);
    expect((await closed)[0]).toBe(1006);
  });
});

it.each([
  ["another path is answered as a plain request", "GET /v3", 404],
  ["another method is refused", "POST /v2", 426],
])("an upgrade of %s", async (_name, line, status) => {
  const { path, asked } = await behind();
  const { address } = await front(path);
  const head = `${HEAD.replace("GET /v2", line)}Content-Length: 0\r\n`;
  const connection = await RawConnection.open(`http://${address}`);
  connection.write(`${head}\r\n`);
  expect(statusesIn(await connection.until(/nothing here|upgrade_required/))).toEqual([status]);
  connection.close();
  expect(asked).toEqual([]);
});

describe("SQL over WebSockets behind a Unix socket", () => {
  let service: HostingService;
  let database: HostedDatabase;

  beforeAll(async () => {
    service = await openHostingService();
    database = await hostedDatabase(service);
  });

  afterAll(() => service.close());

  it("works as it does in front, and counts wrong passwords by the client's address", async () => {
    const path = join(folder, "sql.sock");
    const variables = { CLIENT_ADDRESS_HEADER: "x-real-ip" };
    const server = await startSqlSockets(service, { path, variables });
    ends.push(server.close);
    const { address } = await front(path, "x-real-ip");
    const url = `ws://${address}/v2`;
    const client = await ProtocolClient.signIn(url, database);
    client.send(frontend.query("select 1"), frontend.terminate());
    expect((await client.until("Z")).map(({ type }) => type)).toEqual(["T", "D", "C", "Z"]);
    const attempt = async (from: string) => {
      const guesser = await ProtocolClient.open(url, { "x-real-ip": from });
      guesser.send(frontend.startup({ user: "nobody" }), frontend.password("x"));
      return (await guesser.ending()).code;
    };
    const codes: (string | undefined)[] = [];
    while (codes.length < 31) codes.push(await attempt("192.0.2.1"));
    expect(codes.slice(-2)).toEqual(["28P01", "53300"]);
    expect(await attempt("192.0.2.2")).toBe("28P01");
  });
});
