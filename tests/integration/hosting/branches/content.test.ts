import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import type { TestOrganisation } from "@/tests/support/context";
import {
  asCustomer,
  asSuperuser,
  createReadyDatabase,
  type HostingService,
  openHostingService,
  toDatabase,
} from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";
import { EVERY_KIND, NEW_OBJECTS, OWNED_OBJECTS, RIGHTS } from "./every-kind";

let service: HostingService;
let organisation: TestOrganisation;

beforeAll(async () => {
  service = await openHostingService();
  organisation = await service.organisation();
});

afterAll(() => service.close());

const owner = () => service.context(organisation.member.owner);
const urlOf = async (databaseId: string) =>
  (await revealConnectionString(await owner(), { databaseId })).connectionString;
const violations = () => findViolations({ ...service, hostCluster: service.cluster });

/** Fills a new database with `statements` as its owner, branches it, and answers both connection strings. */
async function branchOf(statements: string[]) {
  const parent = await createReadyDatabase(service, organisation.member.owner);
  const parentUrl = await urlOf(parent);
  await asCustomer(parentUrl, async (client) => {
    for (const statement of statements) await client.query(statement);
  });
  const { branch } = await createBranch(await owner(), { databaseId: parent, name: `of-${parent.slice(-12)}` });
  return { parent, parentUrl, branch: branch.id, branchUrl: await urlOf(branch.id) };
}

const valuesOf = async (client: pg.Client, text: string): Promise<unknown[]> =>
  (await client.query({ text, rowMode: "array" })).rows.flat();

describe("the content of a branch", () => {
  it("the settings that its parent's role made for itself, and the platform's limit on files", async () => {
    const { branch, branchUrl } = await branchOf([
      `DO $$ BEGIN EXECUTE format('ALTER ROLE %1$I IN DATABASE %1$I SET search_path = app, "Odd, name", public', current_user); END $$`,
      "ALTER ROLE CURRENT_USER SET work_mem = '5MB'",
      "ALTER ROLE CURRENT_USER SET application_name = 'it''s'",
    ]);
    const settings =
      "SELECT current_setting('search_path'), current_setting('work_mem'), current_setting('application_name'), current_setting('temp_file_limit')";
    expect(await asCustomer(branchUrl, (client) => valuesOf(client, settings))).toEqual([
      'app, "Odd, name", public',
      "5MB",
      "it's",
      "1GB",
    ]);
    await rotateCredential(await owner(), { databaseId: branch });
    const after = await asCustomer(await urlOf(branch), (client) => valuesOf(client, "SHOW search_path"));
    expect(after).toEqual(['"$user", public']);
    expect(await violations()).toEqual([]);
  });

  it("everything of the parent belongs to the branch's own role, and nothing to the parent's", async () => {
    const { parent, branch, parentUrl, branchUrl } = await branchOf(EVERY_KIND);
    const owned = async (url: string) => (await asCustomer(url, (client) => client.query(OWNED_OBJECTS))).rows;
    const [ofParent, ofBranch] = [await owned(parentUrl), await owned(branchUrl)];
    expect(new Set(ofParent.map((row) => row.object.split(" ")[0]))).toHaveLength(12);
    expect(ofBranch).toHaveLength(29);
    expect(ofParent).toHaveLength(29);
    expect(new Set(ofParent.map((row) => row.owner))).toEqual(new Set([parent]));
    expect(new Set(ofBranch.map((row) => row.owner))).toEqual(new Set([branch]));
    expect(await violations()).toEqual([]);
  });

  it("the data is there and can be used: rows, sequence, views, functions, extensions, large objects, publications", async () => {
    const { branch, branchUrl } = await branchOf(EVERY_KIND);
    await asCustomer(branchUrl, async (client) => {
      expect(await valuesOf(client, "SELECT count(*)::int FROM item WHERE tags ? 'i'")).toEqual([1_000]);
      expect(await valuesOf(client, "SELECT id FROM item WHERE name = 'nAmE 7'")).toEqual([7]);
      expect(await valuesOf(client, "SELECT nextval('counter')::int, twice(21), whoami()")).toEqual([42, 42, branch]);
      expect(await valuesOf(client, "SELECT (SELECT count(*) FROM glad)::int, n::int FROM total")).toEqual([
        1000, 1000,
      ]);
      expect(await valuesOf(client, "SELECT convert_from(lo_get(4711), 'UTF8')")).toEqual(["large"]);
      await client.query("INSERT INTO item (name, mood) VALUES ('new', 'sad')");
      await client.query("REFRESH MATERIALIZED VIEW total");
      await client.query("ALTER TABLE item ADD COLUMN extra text");
      await client.query("ALTER TYPE mood ADD VALUE 'calm'");
      await client.query("DROP PUBLICATION changes");
      await client.query("DROP EXTENSION hstore CASCADE");
      await client.query('DROP SCHEMA "odd ""schema" CASCADE');
      await client.query("SELECT lo_unlink(4711)");
      await client.query("CREATE SCHEMA more CREATE TABLE fresh (id int)");
    });
  });

  it("a change in the branch does not reach the parent, nor the other way round", async () => {
    const { parentUrl, branchUrl } = await branchOf(["CREATE TABLE t AS SELECT 1 AS n"]);
    await asCustomer(branchUrl, (client) => client.query("UPDATE t SET n = 2"));
    await asCustomer(parentUrl, (client) => client.query("INSERT INTO t VALUES (3)"));
    expect(await asCustomer(parentUrl, (client) => valuesOf(client, "SELECT n FROM t ORDER BY n"))).toEqual([1, 3]);
    expect(await asCustomer(branchUrl, (client) => valuesOf(client, "SELECT n FROM t ORDER BY n"))).toEqual([2]);
  });
});

describe("the parent of a branch", () => {
  it("has a role that still has CONNECT, CREATE and TEMPORARY on its own database, and every object", async () => {
    const { parent, parentUrl } = await branchOf(["CREATE TABLE t (id int)"]);
    await asCustomer(parentUrl, async (client) => {
      const rights = ["CONNECT", "CREATE", "TEMPORARY"].map(
        (right) => `has_database_privilege('${parent}', '${right}')`,
      );
      expect(await valuesOf(client, `SELECT ${rights.join()}`)).toEqual([true, true, true]);
      await client.query("CREATE TEMP TABLE scratch (id int); CREATE SCHEMA again; DROP TABLE t");
    });
  });

  it("has its policies and default privileges as before", async () => {
    const { parent, parentUrl } = await branchOf([
      "CREATE TABLE t (id int)",
      "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
      "CREATE POLICY own ON t TO CURRENT_USER USING (id > 0)",
      "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
    ]);
    await asCustomer(parentUrl, async (client) => {
      expect(await valuesOf(client, "SELECT polroles::regrole[]::text FROM pg_policy")).toEqual([`{${parent}}`]);
      expect(await valuesOf(client, "SELECT defaclacl::text FROM pg_default_acl")).toEqual([`{${parent}=X/${parent}}`]);
    });
  });
});

describe("row security in a branch", () => {
  const POLICIES = [
    "CREATE TABLE t AS SELECT generate_series(-2, 2) AS id",
    "ALTER TABLE t ENABLE ROW LEVEL SECURITY",
    "ALTER TABLE t FORCE ROW LEVEL SECURITY",
    'CREATE POLICY "odd ""name" ON t FOR SELECT TO CURRENT_USER USING (id > 0)',
    "CREATE POLICY for_all ON t FOR SELECT TO PUBLIC, CURRENT_USER USING (id > 1)",
    "CREATE POLICY limits ON t AS RESTRICTIVE FOR ALL TO CURRENT_USER USING (id < 2) WITH CHECK (id < 2)",
  ];

  it("policies that name the parent's role name the branch's instead, and go on deciding", async () => {
    const { branch, branchUrl } = await branchOf(POLICIES);
    await asCustomer(branchUrl, async (client) => {
      const named = await valuesOf(client, "SELECT polname, polroles::regrole[]::text FROM pg_policy ORDER BY 1");
      expect(named).toEqual(["for_all", "{-}", "limits", `{${branch}}`, 'odd "name', `{${branch}}`]);
      expect(await valuesOf(client, "SELECT id FROM t")).toEqual([1]);
      await expect(client.query("INSERT INTO t VALUES (0)")).rejects.toMatchObject({ code: "42501" });
    });
  });
});

describe("default privileges in a branch", () => {
  it("hold for its own role: a database-wide REVOKE … FROM PUBLIC stays revoked, a schema's grants stay granted", async () => {
    const { parent, branch, parentUrl, branchUrl } = await branchOf([
      "CREATE SCHEMA app",
      "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
      "ALTER DEFAULT PRIVILEGES REVOKE ALL ON TYPES FROM PUBLIC, CURRENT_USER",
      "ALTER DEFAULT PRIVILEGES REVOKE TRUNCATE, MAINTAIN ON TABLES FROM CURRENT_USER",
      "ALTER DEFAULT PRIVILEGES GRANT USAGE ON SCHEMAS TO PUBLIC",
      "ALTER DEFAULT PRIVILEGES GRANT SELECT ON LARGE OBJECTS TO PUBLIC",
      "ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT, INSERT ON TABLES TO PUBLIC",
      "ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT USAGE ON SEQUENCES TO PUBLIC",
    ]);
    const rightsOfNewObjects = (url: string) =>
      asCustomer(url, async (client) => {
        for (const statement of NEW_OBJECTS) await client.query(statement);
        return valuesOf(client, RIGHTS);
      });
    const inBranch = (await rightsOfNewObjects(branchUrl)).map((acl) => String(acl).replaceAll(branch, "owner"));
    expect(inBranch).toEqual([
      "{owner=X/owner}",
      "{owner=arwdxt/owner}",
      expect.stringMatching(/^\{=ar\/owner,owner=arwdxtm?\/owner\}$|^\{owner=arwdxtm?\/owner,=ar\/owner\}$/),
      expect.stringContaining("=U/owner"),
      expect.stringContaining("=U/owner"),
      expect.anything(),
      expect.stringContaining("=r/owner"),
    ]);
    const inParent = await rightsOfNewObjects(parentUrl);
    expect(inBranch).toEqual(inParent.map((acl) => String(acl).replaceAll(parent, "owner")));
    expect(await violations()).toEqual([]);
  });

  it("are entry for entry those of the parent, with the branch's role in its place", async () => {
    const entries =
      "SELECT defaclobjtype, defaclnamespace::regnamespace::text, defaclacl::text FROM pg_default_acl ORDER BY 1, 2";
    const { parent, branch, parentUrl, branchUrl } = await branchOf([
      'CREATE SCHEMA "odd schema"',
      'ALTER DEFAULT PRIVILEGES IN SCHEMA "odd schema" GRANT ALL ON TABLES TO PUBLIC',
      "ALTER DEFAULT PRIVILEGES GRANT SELECT ON TABLES TO PUBLIC",
      "ALTER DEFAULT PRIVILEGES REVOKE ALL ON TYPES FROM PUBLIC",
    ]);
    const ofParent = await asCustomer(parentUrl, (client) => valuesOf(client, entries));
    const ofBranch = await asCustomer(branchUrl, (client) => valuesOf(client, entries));
    expect(ofParent).toHaveLength(9);
    expect(ofBranch).toEqual(ofParent.map((value) => String(value).replaceAll(parent, branch)));
  });
});

describe("a branch's life", () => {
  it("a branch of a branch works, and each goes on when its parent is deleted and keeps the parent's name", async () => {
    const { parent, branch, branchUrl } = await branchOf(["CREATE TABLE t AS SELECT 7 AS n"]);
    const second = await createBranch(await owner(), { databaseId: branch, name: `second-${branch.slice(-12)}` });
    await deleteDatabase(await owner(), { databaseId: parent });
    expect(await asCustomer(branchUrl, (client) => valuesOf(client, "SELECT n FROM t"))).toEqual([7]);
    await deleteDatabase(await owner(), { databaseId: branch });
    const url = await urlOf(second.branch.id);
    await asCustomer(url, async (client) => {
      expect(await valuesOf(client, "SELECT n FROM t")).toEqual([7]);
      await client.query("DROP TABLE t");
      await client.query("CREATE TABLE t2 (id int)");
    });
    const row = await service.db.database.findUniqueOrThrow({ where: { id: second.branch.id } });
    expect(row).toMatchObject({ parentDatabaseId: branch, parentName: `of-${parent.slice(-12)}` });
    expect(await violations()).toEqual([]);
  });

  it("PG-14: the branch's credential does not open the parent or a sibling, nor theirs the branch", async () => {
    const { parent, parentUrl, branch, branchUrl } = await branchOf(["CREATE TABLE t (id int)"]);
    const sibling = await createBranch(await owner(), { databaseId: parent, name: `sibling-${parent.slice(-12)}` });
    const siblingUrl = await urlOf(sibling.branch.id);
    const names = { [parent]: parentUrl, [branch]: branchUrl, [sibling.branch.id]: siblingUrl };
    for (const [own, url] of Object.entries(names)) {
      for (const other of Object.keys(names).filter((id) => id !== own)) {
        await expect(asCustomer(toDatabase(url, other), (client) => client.query("SELECT 1"))).rejects.toMatchObject({
          code: "28000",
        });
        // The grants alone refuse it as well, should pg_hba.conf ever be wider.
        await asSuperuser(service.cluster, "postgres", async (client) => {
          expect(await valuesOf(client, `SELECT has_database_privilege('${own}', '${other}', 'CONNECT')`)).toEqual([
            false,
          ]);
        });
      }
    }
  });

  it("ends the parent's open sessions, says how many, and their temporary tables do not get in the way", async () => {
    const parent = await createReadyDatabase(service, organisation.member.owner);
    const url = await urlOf(parent);
    await asCustomer(url, async (first) => {
      await first.query("CREATE TEMP TABLE mine (id int)");
      await asCustomer(url, async (second) => {
        await second.query("BEGIN");
        await second.query("CREATE TABLE uncommitted (id int)");
        const made = await createBranch(await owner(), { databaseId: parent, name: `busy-${parent.slice(-12)}` });
        expect(made).toMatchObject({ terminatedBackends: 2, fileCopyMethod: expect.stringMatching(/^(clone|copy)$/) });
        expect(made.cloneMilliseconds).toBeGreaterThan(0);
        await expect(second.query("COMMIT")).rejects.toThrow();
      });
    });
    expect(await violations()).toEqual([]);
  });

  it("a database whose owner dropped everything, schema public included, can be branched, rotated and deleted", async () => {
    const { parent, branch, branchUrl } = await branchOf(["DROP OWNED BY CURRENT_USER CASCADE"]);
    await asCustomer(branchUrl, (client) => client.query("CREATE SCHEMA public CREATE TABLE t (id int)"));
    await rotateCredential(await owner(), { databaseId: parent });
    expect(await violations()).toEqual([]);
    for (const databaseId of [parent, branch]) await deleteDatabase(await owner(), { databaseId });
    expect(await violations()).toEqual([]);
  });
});
