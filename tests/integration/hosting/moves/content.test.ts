import { afterAll, expect, it } from "vitest";
import { differencesOf } from "@/lib/hosting/moves/contents";
import { asCustomer, asSuperuser } from "@/tests/support/databases";
import { openTwoHosts } from "@/tests/support/two-hosts";
import { EVERY_KIND, NEW_OBJECTS, OWNED_OBJECTS, RIGHTS } from "../branches/every-kind";

const hosts = await openTwoHosts();
const { make, move, urlOf, service, other } = hosts;

afterAll(() => hosts.close());

/** Returns the rows of a statement that the superuser runs in a database, in one order. */
async function rowsOf(cluster: typeof other, id: string, text: string): Promise<string[]> {
  return asSuperuser(cluster, id, async (client) => {
    const { rows } = await client.query({ text, rowMode: "array" });
    return rows.map((row) => JSON.stringify(row)).toSorted();
  });
}

it("a move brings every kind of object along, owned by the database's role", async () => {
  const id = await make("every-kind", ...EVERY_KIND);
  const before = await rowsOf(service.cluster, id, OWNED_OBJECTS);
  expect(await move(id)).toMatchObject({ id, name: "every-kind", host: "other", hasNewAddress: true });
  const after = await rowsOf(other, id, OWNED_OBJECTS);
  expect(differencesOf(before, after)).toEqual([]);
  await asCustomer(await urlOf(id), async (client) => {
    const { rows } = await client.query("SELECT count(*)::int AS items, (SELECT n FROM total)::int AS n FROM item");
    expect(rows).toEqual([{ items: 1000, n: 1000 }]);
    expect((await client.query("SELECT nextval('counter')::int AS n")).rows).toEqual([{ n: 42 }]);
    expect((await client.query("SELECT convert_from(lo_get(4711), 'UTF8') AS t")).rows).toEqual([{ t: "large" }]);
    expect((await client.query("INSERT INTO item (name) VALUES ('x') RETURNING id, n")).rows).toEqual([
      { id: 1001, n: 1 },
    ]);
  });
  expect(await hosts.violations()).toEqual([]);
});

it("functions of a customer run with the rights of the customer's role alone", async () => {
  // The constraint is checked for each row that comes to the target, and holds only if nothing is allowed there.
  const id = await make(
    "trap",
    `CREATE FUNCTION is_kept_out() RETURNS boolean LANGUAGE plpgsql AS $$
     DECLARE attempt text; BEGIN
       PERFORM set_config('role', 'none', true);
       FOREACH attempt IN ARRAY ARRAY['CREATE ROLE taken', 'SET LOCAL ROLE provisioner', $t$COPY (SELECT 1) TO PROGRAM 'true'$t$,
         'ALTER ROLE provisioner PASSWORD NULL', 'SELECT FROM pg_authid'] LOOP
         BEGIN
           EXECUTE attempt;
           RETURN false;
         EXCEPTION WHEN insufficient_privilege THEN
         END;
       END LOOP;
       PERFORM set_config('role', current_database(), true);
       RETURN NOT (SELECT rolsuper OR rolcreaterole OR rolcreatedb FROM pg_roles WHERE rolname = session_user);
     END $$`,
    "CREATE TABLE trap (n int CHECK (is_kept_out())); INSERT INTO trap VALUES (1), (2)",
  );
  await move(id);
  const { rows } = await asCustomer(await urlOf(id), (client) => client.query("SELECT count(*)::int AS n FROM trap"));
  expect(rows).toEqual([{ n: 2 }]);
});

it("a move brings rights, policies, default privileges and settings along", async () => {
  const id = await make(
    "rights",
    "CREATE SCHEMA app",
    "CREATE TABLE app.note (id int, body text); ALTER TABLE app.note ENABLE ROW LEVEL SECURITY",
    "CREATE POLICY reading ON app.note FOR SELECT TO PUBLIC USING (id > 1)",
    "REVOKE ALL ON SCHEMA app FROM PUBLIC",
    "ALTER DEFAULT PRIVILEGES REVOKE EXECUTE ON FUNCTIONS FROM PUBLIC",
    "ALTER DEFAULT PRIVILEGES IN SCHEMA app GRANT SELECT ON TABLES TO PUBLIC",
    "ALTER ROLE CURRENT_USER SET search_path = app, public",
    "DO $$ BEGIN EXECUTE format($f$ALTER ROLE CURRENT_USER IN DATABASE %I SET statement_timeout = %L$f$, current_database(), $v$7s$v$); END $$",
    "COMMENT ON TABLE app.note IS 'kept'",
  );
  await asCustomer(await urlOf(id), (client) => client.query("INSERT INTO note VALUES (1, 'a'), (2, 'b')"));
  await move(id);
  await asCustomer(await urlOf(id), async (client) => {
    const shown = await client.query(
      "SELECT current_setting('search_path') AS path, current_setting('statement_timeout') AS t",
    );
    expect(shown.rows).toEqual([{ path: "app, public", t: "7s" }]);
    for (const statement of NEW_OBJECTS) await client.query(statement);
    expect((await client.query("SELECT body FROM note ORDER BY id")).rows).toEqual([{ body: "a" }, { body: "b" }]);
    const { rows } = await client.query(
      "SELECT polname, polcmd, obj_description('note'::regclass) AS c FROM pg_policy",
    );
    expect(rows).toEqual([{ polname: "reading", polcmd: "r", c: "kept" }]);
    const rights = await client.query({ text: RIGHTS, rowMode: "array" });
    expect(rights.rows[0]?.[0]).toBe(`{${id}=X/${id}}`);
    expect(rights.rows[0]?.[2]).toBe(`{=r/${id},${id}=arwdDxtm/${id}}`);
  });
});
