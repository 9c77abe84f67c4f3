import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { Client } from "pg";
import { expect, test } from "vitest";
import { ALLOWED_EXTENSIONS } from "@/lib/server/embedded-postgres/extensions";
import { workerControlUrl, workerHostCluster } from "@/tests/support/clusters";

async function query<T extends object>(url: string, text: string): Promise<T[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(text)).rows;
  } finally {
    await client.end();
  }
}

test("the provisioner can make databases and roles and is no superuser", async () => {
  const { provisionerUrl } = await workerHostCluster();
  const [role] = await query(provisionerUrl, "SELECT * FROM pg_roles WHERE rolname = current_user");
  expect(role).toMatchObject({ rolsuper: false, rolcreatedb: true, rolcreaterole: true, rolbypassrls: false });
});

test("the template of customers' databases accepts no connections and grants nothing to everybody", async () => {
  const { provisionerUrl } = await workerHostCluster();
  const [template] = await query<{ acl: string }>(
    provisionerUrl,
    "SELECT datallowconn, datistemplate, datacl::text AS acl FROM pg_database WHERE datname = 'tmpl_tenant'",
  );
  expect(template).toMatchObject({
    datallowconn: false,
    datistemplate: true,
    acl: "{platform_root=CTc/platform_root}",
  });
});

test("the superuser cannot come in over TCP", async () => {
  const { port } = await workerHostCluster();
  const client = new Client({ host: "127.0.0.1", port, user: "platform_root", password: "x", database: "postgres" });
  await expect(client.connect()).rejects.toMatchObject({ code: "28000" });
});

test("the superuser comes in over the socket", async () => {
  const { port, socketDirectory } = await workerHostCluster();
  const client = new Client({ host: socketDirectory, port, user: "platform_root", database: "postgres" });
  await client.connect();
  const { rows } = await client.query("SELECT rolsuper FROM pg_roles WHERE rolname = current_user");
  await client.end();
  expect(rows).toEqual([{ rolsuper: true }]);
});

test("only the allowed extensions are on disk, and each of them can be made", async () => {
  const { provisionerUrl, socketDirectory, port } = await workerHostCluster();
  const rows = await query<{ name: string }>(provisionerUrl, "SELECT name FROM pg_available_extensions");
  // An installed PostgreSQL may have this one, the packages don't.
  const expected = ALLOWED_EXTENSIONS.filter((name) => name !== "vector");
  expect(rows.map(({ name }) => name).sort()).toEqual([...expected].sort());
  const client = new Client({ host: socketDirectory, port, user: "platform_root", database: "postgres" });
  await client.connect();
  try {
    await client.query("BEGIN");
    for (const name of expected) await client.query(`CREATE EXTENSION IF NOT EXISTS "${name}" CASCADE`);
    await client.query("SELECT similarity('a', 'b'), unaccent('é'), uuid_generate_v1(), soundex('x')");
    // A hash that would take days ends as any statement does.
    await client.query("SET LOCAL statement_timeout = '100ms'");
    const endless = client.query("SELECT crypt('password', gen_salt('bf', 31))");
    await expect(endless).rejects.toMatchObject({ code: "57014" });
    await client.query("ROLLBACK");
  } finally {
    await client.end();
  }
});

test("libraries of languages and foreign data are not on disk", async () => {
  const { dataDirectory } = await workerHostCluster();
  const binaries = join(dataDirectory, "..", "..", "binaries");
  const [version] = await readdir(binaries);
  const libraries = await readdir(join(binaries, version ?? "", "lib", "postgresql"));
  expect(libraries).toContain("plpgsql.so");
  for (const name of ["plperl", "pltcl", "plpython3", "dblink", "postgres_fdw", "file_fdw", "_int", "lo"]) {
    expect(libraries).not.toContain(`${name}.so`);
  }
});

test("a worker's control database is migrated, and its role is no superuser", async () => {
  const url = await workerControlUrl();
  const [facts] = await query(
    url,
    "SELECT (SELECT count(*)::int FROM _prisma_migrations WHERE finished_at IS NOT NULL) AS migrations, (SELECT rolsuper FROM pg_roles WHERE rolname = current_user) AS superuser",
  );
  expect(facts).toEqual({ migrations: expect.any(Number), superuser: false });
  expect(facts).not.toMatchObject({ migrations: 0 });
});
