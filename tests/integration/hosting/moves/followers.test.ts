import { afterAll, expect, it } from "vitest";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { openFunctionDatabase } from "@/lib/services/functions/open-database";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { openCustomerSession } from "@/lib/sql/customer-session/open";
import { asCustomer, refusalOf } from "@/tests/support/databases";
import { addRealtimeProject, listener } from "@/tests/support/published-tables";
import { keyActor, openSqlProcess } from "@/tests/support/sql-over-http";
import { openTwoHosts, run } from "@/tests/support/two-hosts";

const hosts = await openTwoHosts();
const { make, move, urlOf, service, owner, organisation, otherId } = hosts;
const sql = await openSqlProcess(service);

afterAll(async () => {
  sql.close();
  await hosts.close();
});

const patient = { interval: 10 };

it("SQL over HTTP, members who only read and functions find a database that has moved", async () => {
  const databaseId = await make("followed", "CREATE TABLE t AS SELECT 1 AS n");
  const viewer = await service.context(organisation.member.viewer);
  const readers = [keyActor(organisation.member.owner), keyActor(organisation.member.owner, { readOnly: true })];
  const look = async () => {
    const text = "SELECT n FROM t";
    const answers = await Promise.all(readers.map((actor) => sql.run(actor, { database: databaseId, query: text })));
    const { hostId } = await service.db.database.findUniqueOrThrow({ where: { id: databaseId } });
    const session = await openCustomerSession(viewer, { id: databaseId, hostId });
    const read = (await session.query(text)).rows;
    await session.close();
    const functionSession = await openFunctionDatabase(
      { ...owner, ...sql.parts },
      { databaseId, functionId: "fn_none" },
    );
    await functionSession.end();
    return [...answers.map(({ rows }) => rows), read];
  };
  const before = await look();
  expect(before).toEqual([[{ n: 1 }], [{ n: 1 }], [["1"]]]);
  await move(databaseId);
  expect(await look()).toEqual(before);
  await move(databaseId, { hostId: service.hostId });
  expect(await look()).toEqual(before);
  expect(await hosts.violations()).toEqual([]);
});

it("realtime tells a gap, and then the changes on the other host, and so after a move back", async () => {
  const project = await addRealtimeProject(service, organisation);
  const { databaseId: id, projectId } = project;
  await project.run("create table notes (id int primary key)");
  await project.publish("notes", "anyone");
  const feed = new ChangeFeed(await service.worker(), { quietLookMs: 200 });
  const told = listener();
  const asked = {
    projectId,
    database: { id, hostId: service.hostId },
    who: { userId: null, claims: {} },
    table: "notes",
  };
  const open = await feed.subscribe(asked, told.sink);
  await project.run("insert into notes values (1)");
  await expect.poll(() => told.events, patient).toEqual(['insert {"id":1}']);
  let next = 2;
  for (const hostId of [otherId, service.hostId]) {
    told.events.length = 0;
    await move(id, { hostId });
    await expect.poll(() => told.events, patient).toContain("gap access");
    await project.run(`insert into notes values (${next})`);
    await expect.poll(() => told.events.at(-1), patient).toBe(`insert {"id":${next}}`);
    next += 1;
  }
  open.close();
  await feed.close();
});

it("a pooled connection string works on after a move that failed, and is renewed by one that didn't", async () => {
  await service.db.host.updateMany({ data: { pooledHost: "pooler.example", pooledPort: 6432 } });
  const id = await make("pooled", "CREATE TABLE t (n int); ALTER TABLE t ENABLE ROW LEVEL SECURITY");
  const pooledOf = async () => {
    const { connectionString, pooledConnectionString = "" } = await revealConnectionString(owner, { databaseId: id });
    return Object.assign(new URL(pooledConnectionString), { host: new URL(connectionString).host }).href;
  };
  const before = await pooledOf();
  const failing = (point: string) => {
    if (point === "move.paused") throw new Error("it ends here");
  };
  await expect(move(id, { ctx: { ...hosts.operator, crashPoint: failing } })).rejects.toThrow("it ends here");
  expect(await pooledOf()).toBe(before);
  await run(before, "INSERT INTO t VALUES (1)");
  await move(id);
  expect(await refusalOf(before)).toBe("28000");
  expect((await asCustomer(await pooledOf(), (client) => client.query("SELECT n FROM t"))).rows).toEqual([{ n: 1 }]);
  expect(await urlOf(id)).toContain(`:${hosts.other.port}/`);
  await service.db.host.updateMany({ data: { pooledHost: null } });
  expect(await hosts.violations()).toEqual([]);
});
