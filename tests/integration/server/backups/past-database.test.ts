import type { Client } from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Context } from "@/lib/core/context";
import type { PastDatabases } from "@/lib/core/ports/past-databases";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { restorePastNow } from "@/lib/hosting/past-restores/restore-now";
import { noCrashPoint } from "@/lib/infra/system";
import { withRecovery } from "@/lib/server/backups/restore/bring-back";
import { findBackedUpClusters } from "@/lib/server/backups/running-clusters";
import { EVERY_KIND, OWNED_OBJECTS } from "@/tests/integration/hosting/branches/every-kind";
import { BackedUp, nextMillisecond } from "@/tests/support/backups";
import { OPERATOR, type TestOrganisation } from "@/tests/support/context";
import {
  asCustomer,
  createReadyDatabase,
  type HostingService,
  NO_SUCH_DATABASE,
  openHostingService,
} from "@/tests/support/databases";

const world = new BackedUp();
const FURTHER = [
  "CREATE TABLE place (id int, at point, words text)",
  "INSERT INTO place SELECT n, point(n, n), repeat(md5(n::text), 300) FROM generate_series(1, 2000) n",
  "CREATE INDEX ON place USING gist (at)",
  "ALTER TABLE place ENABLE ROW LEVEL SECURITY",
  "CREATE POLICY own ON place USING (id > 0)",
  "COMMENT ON TABLE place IS 'things'",
];
/** A role of somebody who is gone by the time of the restore. */
const GONE = "sh_00000000000000000000";
const BEFORE = `CREATE ROLE ${GONE}; CREATE TABLE public.of_another (); ALTER TABLE public.of_another OWNER TO ${GONE};
  GRANT SELECT ON public.item TO ${GONE}`;
const AFTER = `DROP TABLE public.of_another; REVOKE ALL ON public.item FROM ${GONE}; DROP ROLE ${GONE}`;
let service: HostingService;
let organisation: TestOrganisation;
let parent: string;
let parentUrl: string;
let at: Date;

const urlOf = async (databaseId: string) =>
  (await revealConnectionString(await service.context(organisation.member.owner), { databaseId })).connectionString;
const recovering: PastDatabases["withRecovery"] = (work) => {
  const quiet = { onProgress: () => undefined, crashPoint: noCrashPoint, signal: new AbortController().signal };
  return withRecovery({ dataDir: world.folder.path, settings: world.settings, ...quiet }, work);
};
const asOperator = async () => ({
  ...(await service.context(OPERATOR)),
  readBackups: async () => null,
  readLocalWindow: async () => null,
  past: { withRecovery: recovering },
});
const rowsOf = async (url: string, text: string) => (await asCustomer(url, (client) => client.query(text))).rows;

async function onHost(database: string, work: (client: Client) => Promise<unknown>): Promise<void> {
  const { clusters } = await findBackedUpClusters(world.folder.path);
  const host = clusters.find(({ name }) => name === "host-1");
  await host?.asSuperuser(database, async (client) => void (await work(client)));
}

beforeAll(async () => {
  await world.start();
  service = await openHostingService(world.clusters.host);
  organisation = await service.organisation();
  parent = await createReadyDatabase(service, organisation.member.owner);
  parentUrl = await urlOf(parent);
  await world.openEngine();
  world.keepShipping();
  await world.backUp();
  await asCustomer(parentUrl, async (client) => {
    for (const statement of [...EVERY_KIND, ...FURTHER]) await client.query(statement);
  });
  await onHost(parent, (client) => client.query(BEFORE));
  at = await nextMillisecond();
  await nextMillisecond();
  await asCustomer(parentUrl, (client) => client.query("DROP TABLE place; DELETE FROM item WHERE id > 10"));
  await onHost(parent, (client) => client.query(AFTER));
  await world.shipAll();
  await world.engine.ship();
});
afterAll(async () => {
  await service?.close();
  await world.remove();
});

test("a database as of a second is beside the present one, with all that it had and a role of its own", async () => {
  const owned = await rowsOf(parentUrl, OWNED_OBJECTS);
  const branch = await restorePastNow(await asOperator(), { databaseId: parent, at, name: "before" });
  const url = await urlOf(branch.id);
  expect(await rowsOf(url, "SELECT count(*)::int FROM item")).toEqual([{ count: 1000 }]);
  expect(await rowsOf(url, "SELECT count(*)::int FROM item WHERE id = 500 AND name = 'name 500'")).toEqual([
    { count: 1 },
  ]);
  expect(await rowsOf(url, "SELECT count(*)::int FROM place WHERE at <@ box '((0,0),(30,30))'")).toEqual([
    { count: 30 },
  ]);
  expect(await rowsOf(url, "SELECT sum(length(words))::int AS sum FROM place")).toEqual([{ sum: 2000 * 9600 }]);
  // A recovered sequence may leave numbers out, and gives none twice.
  const kept = "SELECT nextval('counter') > 41 AS goes_on, convert_from(lo_get(4711), 'UTF8') AS large";
  expect(await rowsOf(url, kept)).toEqual([{ goes_on: true, large: "large" }]);
  const table = `SELECT relrowsecurity AS rls, obj_description(oid) AS comment, (SELECT count(*)::int FROM pg_policy) AS policies
    FROM pg_class WHERE relname = 'place'`;
  expect(await rowsOf(url, table)).toEqual([{ rls: true, comment: "things", policies: 1 }]);
  const restored = await rowsOf(url, OWNED_OBJECTS);
  expect(restored.map(({ object }) => object)).toEqual(
    expect.arrayContaining(["relation of_another", ...owned.map(({ object }: { object: string }) => object)]),
  );
  expect(new Set(restored.map(({ owner }) => owner))).toEqual(new Set([branch.id]));
  // It takes new rows and definitions, and is cleaned up as any other.
  await asCustomer(url, (client) => client.query("INSERT INTO item (name) VALUES ('new'); CREATE TABLE later ()"));
  await asCustomer(url, (client) => client.query("VACUUM (FREEZE, ANALYZE)"));
  expect(await rowsOf(parentUrl, "SELECT count(*)::int FROM item")).toEqual([{ count: 10 }]);
  const audit = await service.db.auditEvent.findMany({ where: { action: "database.restore_past" } });
  expect(audit).toMatchObject([
    { organisationId: organisation.id, targetId: branch.id, data: { name: "before", at: at.toISOString() } },
  ]);
});

test("nothing is left of the way there, and the backups have the restored database", async () => {
  await onHost("postgres", async (client) => {
    const { rows } = await client.query("SELECT count(*)::int FROM pg_database WHERE datname LIKE 'db\\_%'");
    expect(rows).toEqual([{ count: 2 }]);
  });
  await world.openEngine();
  await world.engine.ship();
  expect(await world.prove()).toMatchObject({ outcome: "proven", reason: null });
});

test("an unknown database, a name that is taken, a time that backups lack and everyone but the operator are refused", async () => {
  const ctx = await asOperator();
  const input = { databaseId: parent, at, name: "another" };
  await expect(restorePastNow(ctx, { ...input, databaseId: NO_SUCH_DATABASE })).rejects.toMatchObject({
    code: "database_not_found",
  });
  await expect(restorePastNow(ctx, { ...input, name: "before" })).rejects.toMatchObject({ code: "name_taken" });
  await expect(restorePastNow(ctx, { ...input, at: new Date(0) })).rejects.toMatchObject({ name: "OperatorError" });
  for (const actor of Object.values(organisation.member)) {
    const member: Context = await service.context(actor);
    await expect(restorePastNow({ ...ctx, ...member }, input)).rejects.toMatchObject({ code: "missing_permission" });
  }
});
