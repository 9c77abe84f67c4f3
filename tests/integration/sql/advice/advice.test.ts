import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { listAdvice } from "@/lib/sql/advice/list";
import type { AdviceKind } from "@/lib/sql/advice/resource";
import { asSuperuser } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { PERFORMANCE_CASES } from "./performance-cases";
import { SECURITY_CASES } from "./security-cases";

const { service, organisation, owner, databaseId, setUp } = await openOwnedDatabase();

beforeAll(async () => {
  const host = await owner.hosts.get(service.hostId);
  await host.withLock([databaseId], (session) => session.ensureEndUserRole(databaseId));
  await makeSchema();
});
afterEach(async () => {
  await setUp("drop schema tried cascade");
  await makeSchema();
});
afterAll(() => service.close());

const makeSchema = () => setUp("create schema tried; grant usage on schema tried to app_users");
const run = (text: string) => setUp(`set search_path = tried; ${text}`);

async function found(kind: AdviceKind, ctx = owner) {
  const { advice, unchecked } = await listAdvice(ctx, { databaseId });
  expect(unchecked).toEqual([]);
  return advice.find((one) => one.kind === kind)?.findings ?? [];
}

describe.each([...SECURITY_CASES, ...PERFORMANCE_CASES])("$kind: $name", ({ kind, make, mend, found: named }) => {
  it(named.length > 0 ? "is found, and gone once it is mended" : "is left alone", async () => {
    await run(make);
    const findings = await found(kind);
    expect(findings.map(({ object, detail }) => (detail === null ? object : [object, detail]))).toEqual(named);
    if (mend !== undefined) await run(mend);
    else for (const { sql } of findings) await setUp(sql ?? "");
    expect(await found(kind)).toEqual([]);
  });
});

it("an index whose making failed is found, and gone once it is made anew", async () => {
  await run("create table notes (id int primary key, n int); insert into notes values (1, 1), (2, 1)");
  await expect(setUp("create unique index concurrently broken on tried.notes (n)")).rejects.toThrow(/unique/);
  const findings = await found("invalid-index");
  expect(findings).toMatchObject([{ object: "tried.broken", table: { schema: "tried", name: "notes" } }]);
  await run("update notes set n = id");
  await setUp(findings[0]?.sql ?? "");
  expect(await found("invalid-index")).toEqual([]);
});

it("a foreign table that users may write is found, and gone once they may not", async () => {
  const asRoot = (text: string) => asSuperuser(service.cluster, databaseId, (client) => client.query(text));
  await asRoot(`create foreign data wrapper away; grant usage on foreign data wrapper away to ${databaseId}`);
  await run(`create server far foreign data wrapper away; create foreign table remote (a int) server far;
    grant insert on remote to app_users`);
  const findings = await found("users-can-reach-rows-without-policies");
  expect(findings).toMatchObject([{ object: "tried.remote", detail: "foreign table" }]);
  await setUp(findings[0]?.sql ?? "");
  expect(await found("users-can-reach-rows-without-policies")).toEqual([]);
  await asRoot("drop foreign data wrapper away cascade");
});

it("the rewritten policy has each call in a subquery, and is the same otherwise", async () => {
  await run(`create table notes (id int primary key, author_id text); alter table notes enable row level security;
    create policy own on notes using (author_id = current_setting('app.üser') and id > length(')') and exists (
      select from notes as n where n.author_id = current_setting('app.b', true)))`);
  const [finding] = await found("policy-runs-a-function-for-each-row");
  expect(finding?.sql).toContain("(SELECT current_setting('app.üser'::text))");
  expect(finding?.sql).toContain("(SELECT current_setting('app.b'::text, true))");
});

it("members who only read and the operator get the same; a stranger learns nothing", async () => {
  await run(
    "create table notes (text text); create table seen (id serial primary key); select setval('seen_id_seq', 2147483647)",
  );
  const whole = await listAdvice(owner, { databaseId });
  expect(whole.advice.map(({ kind }) => kind)).toEqual(["numbers-run-out", "no-primary-key"]);
  expect(Date.parse(whole.countedSince)).toBeLessThanOrEqual(owner.clock.now().getTime());
  const viewer = await service.context(organisation.member.viewer);
  const operator = await service.context({ kind: "operator", id: "command-line" });
  expect(await listAdvice(viewer, { databaseId })).toEqual(whole);
  expect(await listAdvice(operator, { databaseId })).toEqual(whole);
  const stranger = await service.context((await service.organisation()).member.owner);
  await expect(listAdvice(stranger, { databaseId })).rejects.toMatchObject({ code: "database_not_found" });
  const unknown = { databaseId: "db_00000000000000000000" };
  await expect(listAdvice(operator, unknown)).rejects.toMatchObject({ code: "database_not_found" });
});
