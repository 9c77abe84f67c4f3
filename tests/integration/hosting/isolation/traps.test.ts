import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { reconcile } from "@/lib/jobs/reconcile";
import {
  asCustomer,
  asSuperuser,
  createReadyDatabase,
  type HostingService,
  openHostingService,
  refusalOf,
} from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";

let service: HostingService;
let owner: Context;
let id: string;

/** Notes who stepped in, and would use that caller's rights to lift the customer's role. */
const springs = (name: string) => `
  CREATE FUNCTION public.spring_${name}() RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog AS $$
  BEGIN
    INSERT INTO public.fired VALUES (current_user, '${name}');
    BEGIN EXECUTE format('ALTER ROLE %I SUPERUSER', current_database()); EXCEPTION WHEN OTHERS THEN END;
    BEGIN EXECUTE format('GRANT provisioner TO %I', current_database()); EXCEPTION WHEN OTHERS THEN END;
  END $$`;

/** Functions called like those the platform uses, in every schema an unqualified name might be looked up in. */
const SHADOWED = [
  ["length", "value varchar", "int", "0"],
  ["quote_ident", "value text", "text", "'x'"],
  ["format", "value text, a text", "text", "'x'"],
  ["format", "value text, a text, b text", "text", "'x'"],
  ["format", "value text, a name, b regclass, c text", "text", "'x'"],
  ["hashtextextended", "value text, seed bigint", "bigint", "0"],
  ["pg_try_advisory_lock", "value bigint", "boolean", "true"],
  ["pg_terminate_backend", "value int, wait int", "boolean", "true"],
  ["pg_database_size", "value text", "bigint", "0"],
  ["pg_backend_pid", "", "int", "0"],
] as const;

const OPERATORS = [
  ["=", "name", "text"],
  ["=", "oid", "regrole"],
  ["~", "name", "text"],
  ["!~", "name", "text"],
  ["<>", "oid", "oid"],
] as const;

function trapsOf(): string[] {
  const inSchema = (schema: string) =>
    SHADOWED.map(
      ([name, parameters, type, value]) =>
        `CREATE FUNCTION ${schema}.${name}(${parameters}) RETURNS ${type} LANGUAGE plpgsql AS
           $$ BEGIN PERFORM public.spring_shadow(); RETURN ${value}; END $$`,
    );
  return [
    "CREATE TABLE public.fired (who text, what text)",
    "GRANT INSERT ON public.fired TO PUBLIC",
    ...["shadow", "operator", "trigger", "check", "index", "policy", "view"].map(springs),
    "CREATE SCHEMA provisioner",
    "GRANT USAGE ON SCHEMA provisioner, public TO PUBLIC",
    ...inSchema("public"),
    ...inSchema("provisioner"),
    ...OPERATORS.flatMap(([operator, left, right], index) => [
      `CREATE FUNCTION public.compare_${index}(${left}, ${right}) RETURNS boolean LANGUAGE plpgsql AS
         $$ BEGIN PERFORM public.spring_operator(); RETURN true; END $$`,
      `CREATE OPERATOR public.${operator} (LEFTARG = ${left}, RIGHTARG = ${right}, FUNCTION = public.compare_${index})`,
    ]),
    ...["pg_policy", "pg_namespace", "pg_default_acl", "pg_database", "pg_roles"].map(
      (name) => `CREATE VIEW public.${name} AS SELECT public.spring_view()::text AS oid`,
    ),
    "CREATE TYPE public.regrole AS (a int)",
    `CREATE FUNCTION public.quietly(int) RETURNS int IMMUTABLE LANGUAGE plpgsql AS
       $$ BEGIN IF current_user <> current_database() THEN PERFORM public.spring_index(); END IF; RETURN $1; END $$`,
    `CREATE FUNCTION public.on_change() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM public.spring_trigger(); RETURN NEW; END $$`,
    "CREATE DOMAIN public.checked AS int CHECK (public.quietly(value) IS NOT NULL)",
    "CREATE TABLE public.bait (id int CHECK (public.quietly(id) > 0), d public.checked DEFAULT public.quietly(1))",
    "INSERT INTO public.bait VALUES (1), (2)",
    "CREATE INDEX ON public.bait (public.quietly(id))",
    "CREATE MATERIALIZED VIEW public.stored AS SELECT public.quietly(id) AS id FROM public.bait",
    "CREATE TRIGGER t BEFORE INSERT OR UPDATE OR DELETE OR TRUNCATE ON public.bait FOR EACH STATEMENT EXECUTE FUNCTION public.on_change()",
    "ALTER TABLE public.bait ENABLE ROW LEVEL SECURITY",
    "CREATE POLICY p ON public.bait TO CURRENT_USER USING (public.quietly(id) > 0)",
    "ALTER DEFAULT PRIVILEGES GRANT ALL ON TABLES TO PUBLIC",
    "ALTER DEFAULT PRIVILEGES GRANT ALL ON FUNCTIONS TO PUBLIC",
    "ALTER ROLE CURRENT_USER SET search_path = public, pg_catalog",
  ];
}

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  owner = await service.context(member.owner);
  id = await createReadyDatabase(service, member.owner);
  await asCustomer(await urlOf(id), async (client) => {
    for (const statement of trapsOf()) await client.query(statement);
    await client.query("DELETE FROM public.fired");
  });
});

afterAll(() => service.close());

const urlOf = async (databaseId: string) => (await revealConnectionString(owner, { databaseId })).connectionString;

const firedIn = (databaseId: string) =>
  asSuperuser(service.cluster, databaseId, async (client) => {
    await client.query("SET search_path = pg_catalog");
    return (await client.query("SELECT who, what FROM public.fired")).rows;
  });

const membershipsOf = (role: string) =>
  asSuperuser(service.cluster, "postgres", async (client) => {
    const rows = await client.query(
      "SELECT roleid::regrole::text AS role FROM pg_auth_members WHERE member = $1::regrole ORDER BY 1",
      [role],
    );
    return [...new Set(rows.rows.map((row) => row.role))];
  });

it("PG-10: the traps work: a careless session with rights falls into each kind", async () => {
  await asSuperuser(service.cluster, id, async (client) => {
    await client.query("BEGIN");
    await client.query("SET search_path = public, pg_catalog");
    await client.query("SELECT length('a'::varchar), 'a'::name = 'a'::text");
    await client.query("INSERT INTO bait VALUES (3)");
    await client.query("TABLE pg_policy");
    const fired = await client.query("SELECT DISTINCT what, who FROM fired");
    const kinds = fired.rows.map(({ who, what }) => `${who} ${what}`);
    for (const kind of ["shadow", "operator", "trigger", "index", "view"])
      expect(kinds).toContain(`platform_root ${kind}`);
    const lifted = await client.query(
      "SELECT rolsuper FROM pg_catalog.pg_authid WHERE rolname::text OPERATOR(pg_catalog.=) $1::text",
      [id],
    );
    expect(lifted.rows).toEqual([{ rolsuper: true }]);
    await client.query("ROLLBACK");
  });
  expect(await refusalOf(await urlOf(id), "CREATE EVENT TRIGGER e ON login EXECUTE FUNCTION on_change()")).toMatch(
    /^(42501|42P17)$/,
  );
});

it("PG-10: branching, rotating, reconciling and deleting spring none of them, and lift nobody", async () => {
  const before = await membershipsOf("provisioner");
  const { branch } = await createBranch(owner, { databaseId: id, name: "trapped" });
  const second = await createBranch(owner, { databaseId: branch.id, name: "trapped-again" });
  for (const databaseId of [id, branch.id]) await rotateCredential(owner, { databaseId });
  await asSuperuser(service.cluster, "postgres", (client) =>
    client.query(`ALTER DATABASE "${id}" ALLOW_CONNECTIONS false`),
  );
  const [report] = await reconcile(await service.worker());
  expect(report).toMatchObject({ unreachable: null, reopened: [id], missing: [], orphans: [] });
  for (const database of [id, branch.id, second.branch.id]) {
    expect(await firedIn(database)).toEqual([]);
    expect(await membershipsOf(database)).toEqual([]);
  }
  const expected = [...before, branch.id, second.branch.id];
  expect((await membershipsOf("provisioner")).sort()).toEqual(expected.sort());
  expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
  for (const databaseId of [branch.id, id, second.branch.id]) await deleteDatabase(owner, { databaseId });
  expect((await membershipsOf("provisioner")).sort()).toEqual(before.filter((role) => role !== id).sort());
  expect(await findViolations({ ...service, hostCluster: service.cluster })).toEqual([]);
});
