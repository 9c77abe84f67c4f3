import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asSuperuser, type HostingService, openHostingService } from "@/tests/support/databases";
import { frontend, ProtocolClient } from "@/tests/support/protocol-client";
import {
  type HostedDatabase,
  hostedDatabase,
  type SqlSocketServer,
  startSqlSockets,
} from "@/tests/support/sql-sockets";

let service: HostingService;
let server: SqlSocketServer;
let database: HostedDatabase;
let line: Server;
let linePort: number;
const sockets = new Set<Socket>();

/** Stands between the service and its host, so that the connection can be cut. */
function carry(socket: Socket): void {
  const { address, port } = service.cluster;
  const onward = connect(port, address);
  for (const each of [socket, onward]) {
    sockets.add(each);
    each.on("error", () => {});
  }
  socket.pipe(onward).pipe(socket);
}

beforeAll(async () => {
  service = await openHostingService();
  database = await hostedDatabase(service);
  line = createServer(carry);
  await once(line.listen(0, "127.0.0.1"), "listening");
  linePort = (line.address() as AddressInfo).port;
  const url = Object.assign(new URL(service.cluster.provisionerUrl), { hostname: "127.0.0.1", port: linePort }).href;
  const place = { table: "host", column: "provisioner_url", rowId: service.hostId };
  await service.db.host.update({
    where: { id: service.hostId },
    data: { provisionerUrl: service.sealer.seal(url, place) },
  });
  server = await startSqlSockets(service);
});

afterAll(async () => {
  await server.close();
  for (const socket of sockets) socket.destroy();
  line.close();
  await service.close();
});

beforeEach(() => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
});

describe("a host that goes away", () => {
  it("tells an idle client with an error of its own", async () => {
    const client = await ProtocolClient.signIn(server.url, database);
    for (const socket of sockets) socket.destroy();
    expect(await client.ending()).toEqual({
      ...{ code: "08006", message: "The connection to the database was lost.", closeCode: 1011 },
    });
  });

  it("tells a client whose statement runs", async () => {
    const client = await ProtocolClient.signIn(server.url, database);
    client.send(frontend.query("select pg_sleep(100)"));
    await asSuperuser(service.cluster, "postgres", async (root) => {
      await expect
        .poll(
          async () =>
            (
              await root.query(
                "select from pg_stat_activity where query = 'select pg_sleep(100)' and pid <> pg_backend_pid()",
              )
            ).rowCount,
        )
        .toBe(1);
    });
    for (const socket of sockets) socket.destroy();
    expect(await client.ending()).toMatchObject({ code: "08006", closeCode: 1011 });
  });

  it("puts no error into a message that is not complete", async () => {
    const client = await ProtocolClient.signIn(server.url, database);
    const cut = once(client.socket, "message");
    client.send(frontend.query("select repeat('x', 100000000)"));
    await cut;
    for (const socket of sockets) socket.destroy();
    expect(await client.ending()).toEqual({ closeCode: 1011 });
  });

  it("passes on why Postgres itself ends a session", async () => {
    const client = await ProtocolClient.signIn(server.url, database);
    const terminate = "select pg_terminate_backend(pid) from pg_stat_activity where usename = $1";
    await asSuperuser(service.cluster, "postgres", (root) => root.query(terminate, [database.id]));
    const message = "terminating connection due to administrator command";
    expect(await client.ending()).toEqual({ code: "57P01", message, closeCode: 1011 });
  });

  it("SQ-07: that can't be reached is not named", async () => {
    line.close();
    const client = await ProtocolClient.open(server.url);
    client.send(frontend.startup({ user: database.id }), frontend.password(database.password));
    const ending = await client.ending();
    expect(ending).toEqual({ code: "57P03", message: "The database's host doesn't respond.", closeCode: 1011 });
    await once(line.listen(linePort, "127.0.0.1"), "listening");
    await ProtocolClient.signIn(server.url, database);
  });
});
