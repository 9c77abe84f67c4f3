import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { DatabaseCopier } from "@/lib/core/ports/database-copier";
import type { ProgramLogin } from "@/lib/core/ports/move-session";
import type { PastDatabases } from "@/lib/core/ports/past-databases";
import { getDatabase } from "@/lib/hosting/databases/get";
import { listPastRestores } from "@/lib/hosting/past-restores/list";
import { requestPastRestore } from "@/lib/hosting/past-restores/request";
import { restorePastNow } from "@/lib/hosting/past-restores/restore-now";
import { noCrashPoint } from "@/lib/infra/system";
import { withRecovery } from "@/lib/server/backups/restore/bring-back";
import { EVERY_KIND, OWNED_OBJECTS } from "@/tests/integration/hosting/branches/every-kind";
import { nextMillisecond } from "@/tests/support/backups";
import { keyActor, OPERATOR } from "@/tests/support/context";
import { queryOne } from "@/tests/support/data-folder";
import { asCustomer, NO_SUCH_DATABASE } from "@/tests/support/databases";
import { postgresClient } from "@/tests/support/postgres-client";
import { RegisteredPast } from "@/tests/support/registered-past";

const past = new RegisteredPast();
const FURTHER = [
  "CREATE TABLE place (id int, at point, words text)",
  "INSERT INTO place SELECT n, point(n, n), repeat(md5(n::text), 30) FROM generate_series(1, 2000) n",
  "CREATE INDEX ON place USING gist (at)",
  "ALTER TABLE place ENABLE ROW LEVEL SECURITY",
  "ALTER TABLE place FORCE ROW LEVEL SECURITY",
  "CREATE POLICY own ON place USING (id > 1000)",
  "COMMENT ON TABLE place IS 'things'",
];
/** A role of somebody who is gone by the time of the restore. */
const GONE = "sh_00000000000000000000";
const BEFORE = [
  `CREATE ROLE ${GONE}`,
  "CREATE TABLE public.of_another ()",
  `ALTER TABLE public.of_another OWNER TO ${GONE}`,
  'CREATE ROLE "Reporting"',
  'GRANT SELECT ON public.item TO "Reporting"',
];
let source: string;
let at: Date;

const rowsOf = async (id: string, text: string) =>
  asCustomer(await past.urlOf(id), async (client) => (await client.query(text)).rows);
const onHost = async (database: string, statements: readonly string[]) => {
  for (const statement of statements) await queryOne(past.kept.urlOf(database), statement);
};
const stateOf = async (databaseId: string) =>
  getDatabase(await past.service.context(past.owner), { databaseId }).then(({ status, failureReason }) => ({
    status,
    failureReason,
  }));

beforeAll(async () => {
  await past.start();
  source = await past.make("orders");
  await past.kept.engine.ship();
  await past.kept.backUp();
  await asCustomer(await past.urlOf(source), async (client) => {
    for (const statement of [...EVERY_KIND, ...FURTHER]) await client.query(statement);
    await client.query(`ALTER ROLE CURRENT_USER IN DATABASE ${source} SET work_mem = '5MB'`);
  });
  await onHost(source, BEFORE);
  at = await nextMillisecond();
  await nextMillisecond();
  await asCustomer(await past.urlOf(source), (client) => client.query("DROP TABLE place; DELETE FROM item"));
  await onHost(source, [`DROP OWNED BY ${GONE}`, `DROP ROLE ${GONE}`, 'DROP OWNED BY "Reporting"']);
  await past.ship();
});
afterAll(() => past.remove());

test("an owner asks for a database of a registered host as of a second, and has it beside the present one", async () => {
  const { source: kept, window, lastSeconds } = await past.list(source);
  expect({ kept, lastSeconds }).toEqual({ kept: "backups", lastSeconds: null });
  expect(window && at.toISOString() >= window.from && at.toISOString() <= window.to).toBe(true);
  const before = await past.leftOnHost();
  const asked = await past.request(source, at, "before");
  expect(asked).toMatchObject({ status: "provisioning", step: "waiting", at: at.toISOString() });
  await past.carryOut(asked.id);
  expect(await stateOf(asked.id)).toEqual({ status: "ready", failureReason: null });
  expect(await rowsOf(asked.id, "SELECT count(*)::int FROM item WHERE id <= 1000")).toEqual([{ count: 1000 }]);
  // The policy holds for the owner, too, who sees half of the rows.
  expect(await rowsOf(asked.id, "SELECT count(*)::int FROM place")).toEqual([{ count: 1000 }]);
  expect(
    await rowsOf(asked.id, "SELECT nextval('counter') > 41 AS goes_on, current_setting('work_mem') AS set"),
  ).toEqual([{ goes_on: true, set: "5MB" }]);
  const owners = await rowsOf(asked.id, OWNED_OBJECTS);
  expect(new Set(owners.map(({ owner }) => owner))).toEqual(new Set([asked.id]));
  expect(owners.map(({ object }) => object)).toContain("relation of_another");
  await asCustomer(await past.urlOf(asked.id), async (client) => {
    await client.query("ALTER TABLE place NO FORCE ROW LEVEL SECURITY");
    expect((await client.query("SELECT count(*)::int FROM place")).rows).toEqual([{ count: 2000 }]);
  });
  expect(await rowsOf(source, "SELECT count(*)::int FROM item")).toEqual([{ count: 0 }]);
  const added = (await past.leftOnHost()).filter((name) => !before.includes(name));
  expect(added.filter((name) => !name.endsWith(asked.id.slice(3)))).toEqual([]);
  const { items, ...times } = await past.list(source);
  expect(items).toMatchObject([{ id: asked.id, status: "ready", step: null }]);
  expect(times).toMatchObject({ lastSeconds: expect.any(Number), estimatedSeconds: expect.any(Number) });
  const audit = await past.service.db.auditEvent.findMany({ where: { targetId: asked.id } });
  expect(audit).toEqual(
    expect.arrayContaining([expect.objectContaining({ action: "database.restore_past", actorId: past.owner.id })]),
  );
});

test("those who may not, a stranger and times that backups lack are refused", async () => {
  const { viewer, developer } = past.organisation.member;
  const ask = (actor = past.owner, time = at) => past.request(source, time, "refused", actor);
  await expect(ask(viewer)).rejects.toMatchObject({ code: "missing_permission" });
  await expect(ask(keyActor(developer, { readOnly: true }))).rejects.toMatchObject({ code: "read_only_key" });
  const stranger = (await past.service.organisation()).member.owner;
  await expect(ask(stranger)).rejects.toMatchObject({ code: "database_not_found" });
  await expect(past.request(NO_SUCH_DATABASE, at, "refused")).rejects.toMatchObject({ code: "database_not_found" });
  await expect(ask(past.owner, new Date(0))).rejects.toMatchObject({ code: "time_not_restorable" });
  await expect(ask(past.owner, new Date(Date.now() + 60_000))).rejects.toMatchObject({ code: "time_not_restorable" });
});

test("a host that isn't backed up, and a machine without PostgreSQL's programs, are refused before anything waits", async () => {
  const ctx = await past.contextOf(past.owner);
  const input = { databaseId: source, at, name: "refused" };
  const status = await past.readBackups();
  const obstacle = "It runs PostgreSQL 17.5, and only 18 can be recovered here.";
  const other = { ...ctx, readBackups: async () => status && { ...status, hosts: [hostWith(obstacle)] } };
  await expect(requestPastRestore(other, input)).rejects.toMatchObject({
    code: "not_configured",
    message: expect.stringContaining(obstacle),
  });
  expect(await listPastRestores(other, { databaseId: source })).toMatchObject({ window: null });
  const without = { ...ctx, copier: postgresClient("/nowhere") };
  await expect(requestPastRestore(without, input)).rejects.toMatchObject({
    code: "not_configured",
    message: expect.stringMatching(/pg_dump and psql of PostgreSQL 18/),
  });
  const withoutBackups = { ...ctx, readBackups: async () => null };
  await expect(requestPastRestore(withoutBackups, input)).rejects.toMatchObject({ code: "not_configured" });
  expect(await listPastRestores(withoutBackups, { databaseId: source })).toMatchObject({ source: null, window: null });
});

test("the operator restores one by a command, and nobody else may", async () => {
  const { settings, folder } = past.world;
  const quiet = { onProgress: () => undefined, crashPoint: noCrashPoint, signal: new AbortController().signal };
  const withOne: PastDatabases["withRecovery"] = (work) =>
    withRecovery({ dataDir: folder.path, settings, ...quiet }, work);
  const ctx = { ...(await past.contextOf(OPERATOR)), past: { withRecovery: withOne } };
  const input = { databaseId: source, at, name: "by-command" };
  const member = { ...ctx, ...(await past.service.context(past.owner)) };
  await expect(restorePastNow(member, input)).rejects.toMatchObject({ code: "missing_permission" });
  const status = await past.readBackups();
  const obstacle = "It has a tablespace, which can't be backed up.";
  const other = { ...ctx, readBackups: async () => status && { ...status, hosts: [hostWith(obstacle)] } };
  await expect(restorePastNow(other, input)).rejects.toMatchObject({ code: "not_configured" });
  const { id } = await restorePastNow(ctx, input);
  expect(await rowsOf(id, "SELECT count(*)::int FROM item WHERE id <= 1000")).toEqual([{ count: 1000 }]);
});

const hostWith = (obstacle: string) => ({ id: past.kept.host.id, name: "pg-1", status: null, obstacle });

test("one that is stopped in the midst leaves nothing on the host, and is begun again", async () => {
  const before = await past.leftOnHost();
  const asked = await past.request(source, at, "stopped");
  for (const point of ["past-restore.replaying", "past-restore.made"] as const) {
    await expect(past.carryOut(asked.id, point)).rejects.toThrow();
    expect((await past.list(source)).items[0]).toMatchObject({ status: "provisioning", step: "waiting" });
    expect((await past.leftOnHost()).filter((name) => !before.includes(name) && !name.startsWith("role db_"))).toEqual(
      [],
    );
  }
  await past.carryOut(asked.id);
  expect(await stateOf(asked.id)).toMatchObject({ status: "ready" });
});

test("contents that can't be made anew fail the restore with the reason, and leave nothing", async () => {
  const databaseId = await past.make("not-restorable");
  await asCustomer(await past.urlOf(databaseId), async (client) => {
    await client.query("CREATE TABLE word (n int); INSERT INTO word VALUES (1)");
    await client.query(
      "CREATE FUNCTION least_word() RETURNS int LANGUAGE plpgsql IMMUTABLE AS 'BEGIN RETURN (SELECT min(n) FROM word); END'",
    );
    await client.query("CREATE TABLE checked (n int CHECK (n >= least_word())); INSERT INTO checked VALUES (2)");
  });
  const time = await nextMillisecond();
  await nextMillisecond();
  await asCustomer(await past.urlOf(databaseId), (client) => client.query("CREATE TABLE later ()"));
  await past.ship();
  const before = await past.leftOnHost();
  const asked = await past.request(databaseId, time, "failing");
  await expect(past.carryOut(asked.id)).rejects.toMatchObject({ code: "conflict" });
  expect(await stateOf(asked.id)).toEqual({
    status: "failed",
    failureReason: expect.stringMatching(/The copy failed: .*relation "word" does not exist/),
  });
  expect(await past.leftOnHost()).toEqual(before);
});

test("rows that are lost on the way fail the restore, also where FORCE ROW LEVEL SECURITY hides them", async () => {
  const programs = postgresClient();
  const losing: DatabaseCopier = {
    prepare: async (version) => {
      const copy = await programs.prepare(version);
      return async (from, to) => {
        await copy(from, to);
        await queryAs(to, ["ALTER TABLE place NO FORCE ROW LEVEL SECURITY", "DELETE FROM place WHERE id = 1"]);
        await queryAs(to, ["ALTER TABLE place FORCE ROW LEVEL SECURITY"]);
      };
    },
  };
  const before = await past.leftOnHost();
  const asked = await past.request(source, at, "losing");
  await expect(past.carryOut(asked.id, undefined, losing)).rejects.toMatchObject({ code: "conflict" });
  expect(await stateOf(asked.id)).toEqual({
    status: "failed",
    failureReason: "The restored database differs: 2000 rows in public.place; 1999 rows in public.place.",
  });
  expect(await past.leftOnHost()).toEqual(before);
});

/** Runs statements by a login that programs of PostgreSQL are given. */
async function queryAs(login: ProgramLogin, statements: readonly string[]): Promise<void> {
  const { PGHOST: host = "", PGPORT: port, PGDATABASE: database, PGUSER: user, PGPASSWORD: password } = login;
  const client = new pg.Client({ host, port: Number(port), database, user, password } as pg.ClientConfig);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}
