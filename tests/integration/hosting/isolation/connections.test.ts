import { connect, type Socket } from "node:net";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { createDatabase } from "@/lib/hosting/databases/create";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { provisionDatabase } from "@/lib/hosting/databases/provision";
import { asSuperuser, createReadyDatabase, refusalOf } from "@/tests/support/databases";
import { openOwnedService } from "@/tests/support/owned-service";

const { service, organisation, owner, violations } = await openOwnedService();
const open: pg.Client[] = [];
let id: string;
let url: string;

const urlOf = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;
const newDatabase = () => createReadyDatabase(service, organisation.member.owner);

beforeAll(async () => {
  id = await newDatabase();
  url = await urlOf(id);
});

afterAll(async () => {
  await Promise.all(open.map((client) => client.end().catch(() => {})));
  await service.close();
});

async function openSession(connectionString: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString });
  client.on("error", () => {});
  await client.connect();
  open.push(client);
  return client;
}

function socketOf(client: pg.Client): Socket {
  return Reflect.get(Reflect.get(client, "connection") as object, "stream") as Socket;
}

describe("RF-17: a customer that takes every connection it may", () => {
  it("gets 53300 itself and keeps no neighbour out", async () => {
    const neighbour = await urlOf(await newDatabase());
    const sessions = await Promise.all(Array.from({ length: 20 }, () => openSession(url)));
    expect(await refusalOf(url)).toBe("53300");
    expect(await refusalOf(neighbour)).toBeNull();
    await Promise.all(sessions.map((session) => session.end()));
    await expect.poll(() => refusalOf(url)).toBeNull();
  });

  it("has them back when its clients vanish amid queries, however long these would run", async () => {
    const sessions = await Promise.all(Array.from({ length: 20 }, () => openSession(url)));
    for (const session of sessions) session.query("SELECT pg_sleep(3600)").catch(() => {});
    const running = () =>
      asSuperuser(service.cluster, "postgres", async (client) => {
        const { rows } = await client.query(
          "SELECT count(*)::int AS n FROM pg_stat_activity WHERE datname = $1 AND state = 'active'",
          [id],
        );
        return rows[0].n;
      });
    await expect.poll(running).toBe(20);
    for (const session of sessions) socketOf(session).destroy();
    await expect.poll(() => refusalOf(url)).toBeNull();
    await expect.poll(running).toBe(0);
  });
});

/** Opens sessions until not even one more is let in. */
async function fill(connectionString: string): Promise<pg.Client[]> {
  const sessions: pg.Client[] = [];
  for (let atOnce = 20; ; ) {
    const batch = await Promise.allSettled(Array.from({ length: atOnce }, () => openSession(connectionString)));
    sessions.push(...batch.flatMap((result) => (result.status === "fulfilled" ? [result.value] : [])));
    const failure = batch.find((result) => result.status === "rejected");
    if (failure === undefined) continue;
    expect(failure.reason).toMatchObject({ code: "53300" });
    if (atOnce === 1) return sessions;
    atOnce = 1;
  }
}

describe("RF-17: customers that hold every connection of the host", () => {
  it("do not keep the platform from making, branching, rotating and deleting databases", async () => {
    const many = await newDatabase();
    const manyUrl = await urlOf(many);
    await asSuperuser(service.cluster, "postgres", (client) =>
      client.query(`ALTER ROLE "${many}" CONNECTION LIMIT -1`),
    );
    const sessions = await fill(manyUrl);
    expect(sessions.length).toBeGreaterThan(200);
    expect(await refusalOf(url)).toBe("53300");
    const made = await Promise.all(Array.from({ length: 8 }, newDatabase));
    const branches = await Promise.all(
      made.map((databaseId) => createBranch(owner, { databaseId, name: `full-${databaseId.slice(-12)}` })),
    );
    for (const databaseId of made) await rotateCredential(owner, { databaseId });
    for (const databaseId of [...made, ...branches.map(({ branch }) => branch.id)]) {
      await deleteDatabase(owner, { databaseId });
    }
    await Promise.all(sessions.map((session) => session.end()));
    await asSuperuser(service.cluster, "postgres", (client) =>
      client.query(`ALTER ROLE "${many}" CONNECTION LIMIT 20`),
    );
    await expect.poll(() => refusalOf(url)).toBeNull();
    expect(await violations()).toEqual([]);
  });
});

describe("RF-17: a storm of connections", () => {
  /** Opens TCP connections that say nothing, or at once something that is no start of a session. */
  async function storm(count: number): Promise<Socket[]> {
    const sockets: Socket[] = [];
    for (let index = 0; index < count; index += 1) {
      const socket = connect(service.cluster.port, "127.0.0.1");
      socket.on("error", () => {});
      if (index % 2 === 0) socket.write("GET / HTTP/1.1\r\n\r\n");
      sockets.push(socket);
    }
    await Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once("connect", resolve).once("close", resolve))),
    );
    return sockets;
  }

  it("keeps neighbours and the platform out for no longer than the silent ones may take to sign in", async () => {
    const { id: made } = await createDatabase(owner, { name: "in-a-storm" });
    const worker = await service.worker();
    const sockets = await storm(2_000);
    try {
      await expect.poll(() => refusalOf(url).catch(() => "lost")).toBeNull();
      // The worker's job is tried again, as it is for any host that doesn't respond.
      const provision = () =>
        provisionDatabase(worker, { databaseId: made }).then(
          () => "made",
          ({ code }) => code,
        );
      await expect.poll(provision).toBe("made");
      await deleteDatabase(owner, { databaseId: made });
    } finally {
      for (const socket of sockets) socket.destroy();
    }
  });
});
