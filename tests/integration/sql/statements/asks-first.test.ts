import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listRestorePoints } from "@/lib/hosting/restore-points/list";
import { understandIn } from "@/lib/sql/statements/understand-in";
import { asCustomer } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { runText } from "@/tests/support/run-statements";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();

beforeAll(async () => {
  await setUp(`create schema s; create table s.parents (id int primary key); create table parents (id int primary key);
    create table s.children (id int references s.parents on delete cascade);
    insert into s.parents values (1), (2); insert into s.children values (1); create sequence counted; select nextval('counted');
    create table written (id int); create function writes() returns int language sql as 'insert into public.written values (1) returning 1'`);
});

afterAll(() => service.close());

const points = () => service.db.restorePoint.count({ where: { databaseId } });
const read = async (text: string) =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];

/** Runs a text unconfirmed while somebody else is in the database, whose session has to outlive it. */
async function runBesideOthers(text: string) {
  return asCustomer(url, async (client) => {
    await client.query("begin; select 1");
    const before = await points();
    const outcomes = await runText(owner, databaseId, text, { confirmed: undefined });
    await client.query("commit");
    expect(await points()).toBe(before);
    return outcomes;
  });
}

describe("a statement that turns out to need a restore point", () => {
  it.for([
    [
      "a delete that cascades",
      "delete from s.parents where id = 1",
      "1 row in s.children (foreign key children_id_fkey)",
    ],
    ["a function that writes", "select writes()", "1 row in public.written"],
    ["a block that writes", "do $$ begin perform writes(); end $$", "1 row in public.written"],
    ["a large object", "select lo_put(lo_create(0), 0, 'x')", "large objects"],
    ["a transaction that drops", "begin; drop table written; commit", "can't be undone row by row"],
  ] as const)("asks first, changes nothing and ends no session: %s", async ([, text, reason]) => {
    const state = "select (select count(*)::int from s.parents), (select count(*)::int from written)";
    const before = await read(state);
    const outcomes = await runBesideOthers(text);
    expect(outcomes).toMatchObject([{ status: "cancelled", asks: { reason: expect.stringContaining(reason) } }]);
    expect(await read(state)).toEqual(before);
    const { status, message } = await service.db.statement.findUniqueOrThrow({
      where: { id: outcomes[0]?.statementId ?? "" },
    });
    expect([status, message]).toEqual(["cancelled", "Not run: it needs a restore point first."]);
  });

  it("goes on where it stopped once that is confirmed, with the session as it was", async () => {
    const text = `insert into written values (5); select set_config('search_path', 's', false);
      prepare one as select 1; delete from parents where id = 1; execute one; select count(*) from public.written`;
    const asked = await runBesideOthers(text);
    expect(asked.map(({ status }) => status)).toEqual([...Array(3).fill("succeeded"), "cancelled"]);
    const last = asked.at(-1);
    if (!last || !("asks" in last) || !last.asks) throw new Error("nothing was asked");
    const { from } = last;
    const done = await runText(owner, databaseId, text, { confirmed: { from, settings: last.asks.settings } });
    expect(done).toMatchObject([
      {
        status: "succeeded",
        from,
        change: { kind: "restore-point" },
        notices: [expect.stringMatching(/restore point/)],
      },
      { status: "succeeded", rows: [["1"]] },
      { status: "succeeded", rows: [["1"]] },
    ]);
    expect(await read("select id from s.parents union all select id from s.children")).toEqual([[2]]);
  }, 60_000);
});

describe("SQ-L1: a statement that takes values of a sequence", () => {
  it("takes each once where nothing is asked", async () => {
    await setUp("create table numbered (id int generated always as identity, word text)");
    for (const word of ["a", "b"]) {
      expect(await runText(owner, databaseId, `insert into numbered (word) values ('${word}')`)).toMatchObject([
        { status: "succeeded" },
      ]);
    }
    expect(await runText(owner, databaseId, "insert into numbered (word) values ('c') returning id")).toMatchObject([
      { rows: [["3"]] },
    ]);
  });
});

describe("a sequence that moves", () => {
  it.for([
    "select nextval('counted')",
    "select setval('counted', 40)",
    "do $$ begin perform nextval('counted'); end $$",
    "begin; select nextval('counted'); commit",
  ])("takes no restore point and ends no session: %s", async (text) => {
    const [[before]] = (await read("select last_value::int from counted")) as [[number]];
    const outcomes = await runBesideOthers(text);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ status: "succeeded", change: null });
    expect((await read("select last_value::int from counted"))[0]?.[0]).not.toBe(before);
  });

  it("is in the audit log, and a viewer may not move it", async () => {
    const [moved] = await runText(owner, databaseId, "select setval('counted', 70)");
    const where = {
      targetId: databaseId,
      action: "database.run_statement",
      data: { path: ["statementId"], equals: moved?.statementId ?? "" },
    };
    expect(await service.db.auditEvent.count({ where })).toBe(1);
    const viewer = await service.context(organisation.member.viewer);
    expect(await runText(viewer, databaseId, "select nextval('counted')")).toMatchObject([
      { status: "failed", sqlState: "42501" },
    ]);
    expect(await read("select last_value::int from counted")).toEqual([[70]]);
  });
});

it("a viewer is asked about nothing: a change of data is refused", async () => {
  const viewer = await service.context(organisation.member.viewer);
  const { statements } = await understandIn(viewer, { databaseId, text: "do $$ begin end $$; drop table written" });
  expect(statements.map(({ effect }) => effect)).toEqual(["refused", "refused"]);
});

it("a member who is asked is told which restore point would go for the new one", async () => {
  const { retention } = await listRestorePoints(owner, { databaseId });
  const clock = (await read("select now()"))[0]?.[0] as Date;
  const { organisationId } = await service.db.database.findUniqueOrThrow({ where: { id: databaseId } });
  const host = await service.db.database.findUniqueOrThrow({ where: { id: databaseId }, select: { hostId: true } });
  const data = Array.from({ length: retention.safety }, (_, index) => ({
    id: `rp_${String(index).padStart(20, "0")}`,
    ...{
      databaseId,
      organisationId,
      ...host,
      copyId: `copy_${index}`,
      name: `Number ${index}`,
      origin: "before-change",
    },
    ...{ status: "ready", createdByKind: "member", createdById: "x", createdAt: new Date(clock.getTime() + index) },
  }));
  await service.db.restorePoint.createMany({ data });
  const reasonOf = async (text: string) => (await understandIn(owner, { databaseId, text })).reason;
  expect(await reasonOf("alter table written set (fillfactor = 50)")).toContain("“Number 0”");
  // One that is protected takes nobody's place.
  expect(await reasonOf("drop table written")).not.toContain("Number");
  const [asked] = await runText(owner, databaseId, "select writes()", { confirmed: undefined });
  expect(asked).toMatchObject({ asks: { reason: expect.not.stringContaining("Number") } });
  await service.db.restorePoint.deleteMany({ where: { id: { in: data.map(({ id }) => id) } } });
});
