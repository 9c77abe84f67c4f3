import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { startTemporaryCluster, type TemporaryCluster } from "@/lib/server/embedded-postgres/temporary-cluster";
import { createPublicKey } from "@/lib/sign-in/project-keys/create-public-key";
import { asSuperuser } from "@/tests/support/databases";
import { lasting, NumberedWriters } from "@/tests/support/numbered-writers";
import { openRealtime, type TestRealtime } from "@/tests/support/published-tables";
import { faultsOf, LedgerClient } from "@/tests/support/realtime-ledger";
import { RealtimeProcess } from "@/tests/support/realtime-process";
import { RedisServer } from "@/tests/support/redis-server";

/** CONTRIBUTING.md says how to run it with more. */
const CLIENTS = Number(process.env.REALTIME_CAMPAIGN_CLIENTS ?? 100);
const ROUNDS = Number(process.env.REALTIME_CAMPAIGN_ROUNDS ?? 1);
const patient = { interval: 50, timeout: 120_000 };

let folder: string;
let cluster: TemporaryCluster;
let realtime: TestRealtime;
let redis: RedisServer;
let key: string;
const processes: RealtimeProcess[] = [];
const clients: LedgerClient[] = [];
const writers = new NumberedWriters();
/** The number of rows and messages that one transaction writes, and of those that were written so. */
const FLOOD = 1_000;
const flooded = { rows: 0, messages: 0 };
/** The partition that is written to directly, and that others come after. */
let place = 1;

const authFrame = () => ({ projectId: realtime.projectId, key });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "coppice-campaign-"));
  await chmod(folder, 0o711);
  cluster = await startTemporaryCluster({ kind: "host", folder, name: "campaign", log: () => {} });
  realtime = await openRealtime({ ...cluster, provisionerUrl: cluster.url, postmasterPid: cluster.postmasterPid });
  redis = await RedisServer.start();
  await realtime.run(`create table ledger (id bigserial, writer text, place int, number int, primary key (id, writer, place))
      partition by list (writer);
    create table ledger_parted partition of ledger for values in ('parted') partition by list (place);
    create table ledger_parted_1 partition of ledger_parted for values in (1);
    create table ledger_rest partition of ledger default`);
  await realtime.publish("ledger", "anyone");
  const { projectId, organisation, owner, service } = realtime;
  const settings = { realtime: { topics: [{ pattern: "news", subscribe: "anyone", publish: "anyone" }] } };
  await service.db.project.update({ where: { id: projectId }, data: { settings, tier: "team" } });
  const asked = { organisationId: organisation.id, projectId, name: "Campaign", expiresAt: null };
  key = (await createPublicKey(owner, { ...asked, scope: "read-write" })).secret;
  const urls = { controlUrl: service.controlUrl, redisUrl: redis.url };
  for (let count = 0; count < 2; count += 1) processes.push(await RealtimeProcess.start(folder, urls));
});

afterAll(async () => {
  for (const client of clients) client.stop();
  await writers.stop();
  await Promise.all(processes.map((one) => one.stop()));
  await redis.stop();
  await realtime.close();
  await cluster.stop();
  await rm(folder, { recursive: true, force: true });
});

function beginWriting(): void {
  for (const writer of ["one", "two"]) {
    const session = lasting<pg.Client>(realtime.session, (client) => void client.end().catch(() => undefined));
    const text = "insert into ledger (writer, place, number) values ($1, 0, $2)";
    writers.add(writer, (number) => session((client) => client.query(text, [writer, number])));
  }
  const session = lasting<pg.Client>(realtime.session, (client) => void client.end().catch(() => undefined));
  writers.add("parted", (number) =>
    session((client) => {
      const text = `insert into ledger_parted_${place} (writer, place, number) values ('parted', $1, $2)`;
      return client.query(text, [place, number]);
    }),
  );
  const enter = async () => {
    const [, server] = processes;
    if (!server) throw new Error("there are two");
    const client = await server.open();
    await client.ask({ type: "auth", ...authFrame() }, { type: "ready" });
    const frame = { type: "subscribe", subscriptionId: "news", kind: "topic", topic: "news" };
    const answer = await client.ask(frame, { subscriptionId: "news" });
    if (answer.type === "subscribed") return client;
    await client.close();
    throw new Error(answer.code);
  };
  const socket = lasting(enter, (client) => client.socket.terminate());
  writers.add("sender", (number) =>
    socket(async (client) => {
      const payload = { writer: "sender", number };
      const ref = `r${number}`;
      client.frames.length = 0;
      const answer = await client.ask({ type: "send", subscriptionId: "news", event: "say", payload, ref }, { ref });
      if (answer.type !== "ack") throw new Error(answer.code);
    }),
  );
}

/** Everyone hears of every write from now on. */
async function allIsWell(): Promise<void> {
  await expect.poll(() => clients.filter(({ isLive }) => !isLive).length, patient).toBe(0);
  const now = new Map(writers.begun);
  await expect.poll(() => clients.filter((client) => !hasHeardAfter(client, now)).length, patient).toBe(0);
}

function hasHeardAfter({ subscriptions }: LedgerClient, now: ReadonlyMap<string, number>): boolean {
  const ledgers = [...subscriptions.values()].map(({ ledger }) => ledger);
  return [...now].every(([writer, number]) =>
    ledgers.some((ledger) => ledger.findLast((one) => one?.writer === writer && one.number > number)),
  );
}

async function flood(): Promise<void> {
  const [{ rows, messages }, count] = [flooded, FLOOD];
  await realtime.run(`begin;
    insert into ledger_rest (writer, place, number) select 'flood', 0, ${rows} + n from generate_series(1, ${count}) as n;
    select coppice_realtime.send('news', 'say', jsonb_build_object('writer', 'sql', 'number', ${messages} + n))
      from generate_series(1, ${count / 2}) as n;
    commit`);
  flooded.rows += count;
  flooded.messages += count / 2;
}

/** Each client loses its connection behind a frame of this type. */
async function cutBehind(type: Parameters<LedgerClient["cut"]>[0]): Promise<void> {
  for (const client of clients) client.cut(type);
  if (type === "change" || type === "message") await flood();
  else for (const client of clients) client.cut();
  await expect.poll(() => clients.filter(({ isToBeCut }) => isToBeCut).length, patient).toBe(0);
}

type Faults = Record<string, () => Promise<unknown>>;

/** Clients that come back within two minutes miss no row, and need not read all of them again. */
const CUTS: Faults = {
  "a flood": flood,
  "every connection": () => cutBehind(undefined),
  "connections that say who they belong to": () => cutBehind("auth"),
  "connections that subscribe": () => cutBehind("ready"),
  "connections that have subscribed": () => cutBehind("subscribed"),
  "connections in the midst of a transaction": () => cutBehind("change"),
  "connections in the midst of messages": () => cutBehind("message"),
};

const FAULTS: Faults = {
  "a partition that comes": async () => {
    await realtime.run(
      `create table ledger_parted_${place + 1} partition of ledger_parted for values in (${place + 1})`,
    );
    place += 1;
  },
  "a partition that goes, and comes again with more": () =>
    realtime.run(`begin; alter table ledger_parted detach partition ledger_parted_${place};
      delete from ledger_parted_${place} where number % 2 = 0;
      alter table ledger_parted attach partition ledger_parted_${place} for values in (${place}); commit`),
  "the reading sessions": () =>
    asSuperuser(realtime.service.cluster, "postgres", (client) =>
      client.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'coppice realtime reader'",
      ),
    ),
  "a process with half of the sockets": async () => {
    const killed = processes.shift();
    if (!killed) throw new Error("there are two");
    // The next round kills the other one.
    processes.push(killed);
    await killed.kill();
    await killed.startAgain();
  },
  Redis: async () => {
    const before = writers.failures.get("sender") ?? 0;
    await redis.stop();
    await expect.poll(() => writers.failures.get("sender") ?? 0, patient).toBeGreaterThan(before);
    await redis.start();
  },
  PostgreSQL: async () => {
    const killed = cluster.postmasterPid;
    process.kill(killed, "SIGKILL");
    await expect.poll(() => cluster.postmasterPid, patient).not.toBe(killed);
  },
};

const gapsInRows = () =>
  clients.flatMap(({ subscriptions }) => subscriptions.get("rows")?.ledger.filter((entry) => entry === null) ?? [])
    .length;

const through = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

it("RT-07 SV-H1: clients see each commit and message in order, or are told of a gap, under every kill, cut and flood", async () => {
  const subscriptions = { rows: { kind: "changes", table: "ledger" }, news: { kind: "topic", topic: "news" } };
  const options = { urls: processes.map(({ url }) => url), auth: authFrame(), subscriptions };
  for (let count = 0; count < CLIENTS; count += 1) {
    const client = new LedgerClient(options, count);
    clients.push(client);
    void client.run();
  }
  await expect.poll(() => clients.filter(({ isLive }) => !isLive).length, patient).toBe(0);
  beginWriting();
  await allIsWell();
  const survive = async (faults: Faults) => {
    for (const fault of Object.values(faults)) {
      await fault();
      await allIsWell();
    }
  };
  for (let round = 0; round < ROUNDS; round += 1) {
    const before = gapsInRows();
    await survive(CUTS);
    expect(gapsInRows()).toBe(before);
    await survive(FAULTS);
  }
  await writers.stop();
  const { sender, ...rows } = Object.fromEntries(writers.written);
  const inNews = new Map(Object.entries({ sender: sender ?? [], sql: through(flooded.messages) }));
  const inRows = new Map(Object.entries({ ...rows, flood: through(flooded.rows) }));
  const faults = () =>
    clients.flatMap(({ subscriptions: of, failures }) => [
      ...faultsOf(of.get("rows")?.ledger ?? [], inRows),
      ...faultsOf(of.get("news")?.ledger ?? [], inNews),
      ...failures.map((frame) => JSON.stringify(frame)),
    ]);
  // The last ones may be on their way.
  await expect.poll(() => faults().slice(0, 5), patient).toEqual([]);
  for (const numbers of writers.written.values()) expect(numbers.length).toBeGreaterThan(0);
}, 600_000);
