import { globSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, expect, it, onTestFinished } from "vitest";
import { exchangeWithGuard } from "@/lib/hosting/guard/exchange";
import { asCustomer, asSuperuser } from "@/tests/support/databases";
import { writeAsGuard } from "@/tests/support/guard";
import { openTwoHosts } from "@/tests/support/two-hosts";

const hosts = await openTwoHosts();
const { make, move, urlOf, service, operator, other, otherId } = hosts;

afterAll(() => hosts.close());

afterEach(async () => {
  expect(await hosts.violations()).toEqual([]);
});

/** The refusal leaves the database open, and its clients never notice: a session of theirs goes on. */
async function expectRefusedUnnoticed(id: string, message: string | RegExp): Promise<void> {
  await asCustomer(await urlOf(id), async (client) => {
    await client.query("BEGIN; CREATE TABLE IF NOT EXISTS noticed (n int)");
    await expect(move(id)).rejects.toThrow(message);
    await client.query("COMMIT");
  });
  await hosts.expectUntouched(id);
}

/** The control file of an extension on the other host, which has programs of its own. */
function controlFileOf(name: string): { path: string; write(change: (text: string) => string): void } {
  const [path = ""] = globSync(join(hosts.folder, `**/extension/${name}.control`));
  const text = readFileSync(path, "utf8");
  onTestFinished(() => writeFileSync(path, text));
  return { path, write: (change) => writeFileSync(path, change(text)) };
}

it("a host that lacks an extension is refused before anyone is kept out, and takes the database once it has it", async () => {
  const id = await make("with-citext", "CREATE EXTENSION citext", "CREATE TABLE t AS SELECT 'A'::citext AS name");
  const { path } = controlFileOf("citext");
  renameSync(path, `${path}.away`);
  await expectRefusedUnnoticed(id, "the host has no extension citext. Install it there first.");
  renameSync(`${path}.away`, path);
  await move(id);
  const { rows } = await asCustomer(await urlOf(id), (client) => client.query("SELECT name = 'a' AS same FROM t"));
  expect(rows).toEqual([{ same: true }]);
});

it("a host with an older version of an extension is refused, and so is one that trusts no owner with it", async () => {
  const id = await make("with-new-citext", "CREATE EXTENSION citext");
  const control = controlFileOf("citext");
  control.write((text) => text.replace(/default_version = '.*'/, "default_version = '1.4'"));
  await expectRefusedUnnoticed(
    id,
    /it has citext 1\.\d+, and the host has 1\.4\. Install 1\.\d+ or newer there first\./,
  );
  control.write((text) => text.replace("trusted = true", "trusted = false"));
  await expectRefusedUnnoticed(id, "the host lets no owner create the extension citext");
});

it("an extension of an older version becomes the version of the host", async () => {
  const id = await make("with-old-citext", "CREATE EXTENSION citext VERSION '1.4'");
  const version = async () => {
    const text =
      "SELECT extversion = default_version AS newest FROM pg_extension JOIN pg_available_extensions ON name = extname WHERE name = 'citext'";
    return (await asCustomer(await urlOf(id), (client) => client.query(text))).rows;
  };
  expect(await version()).toEqual([{ newest: false }]);
  await move(id);
  expect(await version()).toEqual([{ newest: true }]);
});

it.for([
  [
    "encoding",
    "ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'",
    /UTF8 .*, and those of the host are LATIN1 c C C\./,
  ],
  [
    "locale",
    "LOCALE_PROVIDER libc LOCALE 'C'",
    /C\.UTF-8.*, and those of the host are UTF8 c C C\. Make the host's template/,
  ],
  ["provider", "LOCALE_PROVIDER icu ICU_LOCALE 'de' LOCALE 'C.UTF-8'", /, and those of the host are UTF8 i /],
] as const)("a host with another %s is refused before anyone is kept out", async ([name, locale, message]) => {
  const id = await make(`other-${name}`, "CREATE TABLE t AS SELECT 'ä' AS text");
  const onOther = (...texts: string[]) =>
    asSuperuser(other, "postgres", async (client) => {
      for (const text of texts) await client.query(text);
    });
  const rename = (from: string, to: string) => [
    `ALTER DATABASE ${from} IS_TEMPLATE false`,
    `ALTER DATABASE ${from} RENAME TO ${to}`,
    `ALTER DATABASE ${to} IS_TEMPLATE true`,
  ];
  await onOther(...rename("tmpl_tenant", "kept"));
  try {
    await onOther(`CREATE DATABASE tmpl_tenant TEMPLATE template0 IS_TEMPLATE true ${locale}`);
    await asSuperuser(other, "tmpl_tenant", (client) => client.query("ALTER SCHEMA public OWNER TO provisioner"));
    await onOther("ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS false");
    await expectRefusedUnnoticed(id, message);
  } finally {
    await onOther("ALTER DATABASE tmpl_tenant IS_TEMPLATE false", "DROP DATABASE tmpl_tenant");
    await onOther(...rename("kept", "tmpl_tenant"));
  }
});

it("a host without a collation that the contents name is refused, and one with another version of it isn't", async () => {
  const id = await make(
    "collated",
    `CREATE COLLATION stale (provider = icu, locale = 'sv', version = '1')`,
    `CREATE TABLE t (a text COLLATE "de-x-icu" PRIMARY KEY, b text COLLATE stale UNIQUE)`,
    "INSERT INTO t VALUES ('z', 'z'), ('ö', 'ö')",
  );
  const inTemplate = async (text: string) => {
    await asSuperuser(other, "postgres", (client) => client.query("ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS true"));
    await asSuperuser(other, "tmpl_tenant", (client) => client.query(text));
    await asSuperuser(other, "postgres", (client) =>
      client.query("ALTER DATABASE tmpl_tenant ALLOW_CONNECTIONS false"),
    );
  };
  const rename = (from: string, to: string) =>
    inTemplate(`SET allow_system_table_mods = on; ALTER COLLATION pg_catalog."${from}" RENAME TO "${to}"`);
  await rename("de-x-icu", "away");
  await expectRefusedUnnoticed(id, "the host has no collation de-x-icu. Install the locale there");
  await rename("away", "de-x-icu");
  await move(id);
  await asCustomer(await urlOf(id), async (client) => {
    const versions =
      "SELECT collversion = pg_collation_actual_version(oid) AS current FROM pg_collation WHERE collname = 'stale'";
    expect((await client.query(versions)).rows).toEqual([{ current: true }]);
    await client.query("SET enable_seqscan = off");
    const { rows } = await client.query({ text: "SELECT a FROM t ORDER BY a", rowMode: "array" });
    expect(rows).toEqual([["ö"], ["z"]]);
    const found = await client.query({ text: "SELECT b FROM t ORDER BY b", rowMode: "array" });
    expect(found.rows).toEqual([["z"], ["ö"]]);
  });
});

it("a host of an older major version is refused before anything happens", async () => {
  const databaseId = await make("newer-than-the-host");
  const { serverVersionNum } = await service.db.host.findUniqueOrThrow({ where: { id: otherId } });
  const set = (versionNum: number) =>
    service.db.host.update({ where: { id: otherId }, data: { serverVersionNum: versionNum } });
  await set(170_006);
  onTestFinished(async () => void (await set(serverVersionNum)));
  await expectRefusedUnnoticed(
    databaseId,
    /other runs PostgreSQL 17\.6, which is too old for a database of 18\.\d+\. Upgrade other/,
  );
  expect(await service.db.operation.count({ where: { databaseId, kind: "move" } })).toBe(0);
});

it("a host whose guard reports too little space on a volume is refused before anyone is kept out", async () => {
  const id = await make("large", "CREATE TABLE t AS SELECT g FROM generate_series(1, 1000) g");
  const guard = await writeAsGuard(other);
  const gigabyte = 1024 ** 3;
  const beat = (data: number, wal: number) => {
    const volume = { path: "/srv", totalBytes: 10 * gigabyte, reserveBytes: gigabyte };
    return guard.beat(new Date(), [
      { ...volume, purpose: "data", freeBytes: data },
      { ...volume, purpose: "wal", freeBytes: wal },
    ]);
  };
  onTestFinished(() => guard.empty());
  await beat(gigabyte + 1024 ** 2, 5 * gigabyte);
  await expectRefusedUnnoticed(
    id,
    /it has \d.* MB, and the data volume of other has 1 MB besides its reserve\. Free space there/,
  );
  await beat(5 * gigabyte, gigabyte);
  await expectRefusedUnnoticed(id, "the wal volume of other has 0 bytes besides its reserve");
  await beat(5 * gigabyte, 5 * gigabyte);
  await move(id);
  await exchangeWithGuard(operator, { hostId: otherId });
});
