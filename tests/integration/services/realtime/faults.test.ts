import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBranch } from "@/lib/hosting/branches/create";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import { rotateCredential } from "@/lib/hosting/credentials/rotate";
import { deleteDatabase } from "@/lib/hosting/databases/delete";
import { createRestorePoint } from "@/lib/hosting/restore-points/create";
import { restoreInPlace } from "@/lib/hosting/restore-points/restore";
import { setProjectDatabase } from "@/lib/services/project-database/set";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { SHAPE } from "@/lib/services/realtime/changes/outbox/shape";
import { asCustomer, asSuperuser } from "@/tests/support/databases";
import { findViolations } from "@/tests/support/invariants";
import { addRealtimeProject, listener, openRealtime, type TestRealtime } from "@/tests/support/published-tables";

/** Writes of these customers wake no reader, which finds them when it looks on its own. */
const QUIET_LOOK_MS = 200;

let realtime: TestRealtime;
let feed: ChangeFeed;
const others: ChangeFeed[] = [];

beforeAll(async () => {
  realtime = await openRealtime();
  feed = new ChangeFeed(await realtime.service.worker(), { quietLookMs: QUIET_LOOK_MS });
});

afterAll(async () => {
  for (const each of [feed, ...others]) await each.close();
  await realtime.close();
});

type Project = Omit<TestRealtime, "close">;

/** A project of its own, whose table `notes` anyone may follow. */
async function makeProject(): Promise<Project> {
  const project = await addRealtimeProject(realtime.service, realtime.organisation);
  await project.run("create table notes (id int primary key)");
  await project.publish("notes", "anyone");
  return project;
}

async function subscribe(project: Project, { since, from = feed }: { since?: string; from?: ChangeFeed } = {}) {
  const told = listener();
  const { databaseId: id, projectId } = project;
  const database = { id, hostId: realtime.service.hostId };
  const asked = { projectId, database, who: { userId: null, claims: {} }, table: "notes" };
  const open = await from.subscribe({ ...asked, ...(since !== undefined && { since }) }, told.sink);
  return { ...told, ...open };
}

async function newFeed(): Promise<ChangeFeed> {
  const made = new ChangeFeed(await realtime.service.worker(), { quietLookMs: QUIET_LOOK_MS });
  others.push(made);
  return made;
}

const insert = (project: Project, id: number) => project.run(`insert into notes values (${id})`);
const inserted = (...ids: number[]) => ids.map((id) => `insert {"id":${id}}`);
const patient = { interval: 10 };

const superuser = (text: string, values: unknown[] = []) =>
  asSuperuser(realtime.service.cluster, "postgres", async (client) => (await client.query(text, values)).rows);

const endSessions = (project: Project) =>
  superuser("select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1", [project.databaseId]);

describe("a client that comes back", () => {
  it("is told the missed changes, by its cursor", async () => {
    const project = await makeProject();
    const keeper = await subscribe(project);
    const first = await subscribe(project);
    await insert(project, 1);
    await expect.poll(() => first.events, patient).toEqual(inserted(1));
    first.close();
    await insert(project, 2);
    await project.run("begin; insert into notes values (3); insert into notes values (4); commit");
    await expect.poll(() => keeper.events, patient).toEqual(inserted(1, 2, 3, 4));
    const again = await subscribe(project, { since: first.cursors.at(-1) ?? "" });
    await insert(project, 5);
    await expect.poll(() => again.events, patient).toEqual(inserted(2, 3, 4, 5));
    const atEnd = await subscribe(project, { since: again.position() });
    await insert(project, 6);
    await expect.poll(() => atEnd.events, patient).toEqual(inserted(6));
    for (const each of [keeper, again, atEnd]) each.close();
  });

  it("is told the missed changes by another process, which has the outbox alone", async () => {
    const project = await makeProject();
    const first = await subscribe(project);
    await insert(project, 1);
    await expect.poll(() => first.events, patient).toEqual(inserted(1));
    first.close();
    await insert(project, 2);
    const second = await subscribe(project, { since: first.cursors.at(-1) ?? "", from: await newFeed() });
    await insert(project, 3);
    await expect.poll(() => second.events, patient).toEqual(inserted(2, 3));
    second.close();
    await insert(project, 4);
    const third = await subscribe(project, { since: second.position(), from: await newFeed() });
    await expect.poll(() => third.events, patient).toEqual(inserted(4));
    third.close();
  });

  it("is told the rest by another process, wherever it was cut off again", async () => {
    const project = await makeProject();
    const first = await subscribe(project);
    const slow = await project.session();
    await slow.query("begin; insert into notes values (1)");
    await insert(project, 2);
    await expect.poll(() => first.events, patient).toEqual(inserted(2));
    first.close();
    for (const id of [3, 4]) await insert(project, id);
    await slow.query("commit");
    const since = first.cursors.at(-1) ?? "";
    const missed = await subscribe(project, { since, from: await newFeed() });
    await expect.poll(() => missed.events, patient).toEqual(inserted(1, 3, 4));
    missed.close();
    let end = 10;
    for (const [index, since] of missed.cursors.entries()) {
      const rest = missed.events.slice(index + 1);
      for (const from of [feed, await newFeed()]) {
        const told = await subscribe(project, { since, from });
        end += 1;
        await insert(project, end);
        await expect.poll(() => told.events.at(-1), patient).toBe(inserted(end)[0]);
        expect(told.events.slice(0, rest.length)).toEqual(rest);
        told.close();
      }
    }
    await slow.end();
  });

  it("RT-06: has a gap for a cursor that is forged, another database's, too old or from before a trim", async () => {
    const [project, other] = [await makeProject(), await makeProject()];
    const foreign = await subscribe(other);
    const own = await subscribe(project);
    const cursors = [
      foreign.cursor,
      "",
      "18446744073709551616",
      `${own.cursor.slice(0, -4)}AAAA`,
      "s1.t1.AAAA",
      JSON.stringify(["", 0, "", "1:1:", 0]),
    ];
    for (const since of cursors) {
      const told = await subscribe(project, { since });
      await expect.poll(() => told.events, patient).toEqual(["gap expired"]);
      told.close();
    }
    await insert(other, 1);
    await expect.poll(() => foreign.events, patient).toEqual(inserted(1));
    expect(own.events).toEqual([]);
    foreign.close();
    own.close();
    await insert(project, 2);
    await project.run(`update coppice_realtime.change set at = now() - interval '1 hour';
      select coppice_realtime.trim()`);
    const trimmed = await subscribe(project, { since: own.cursor, from: await newFeed() });
    await expect.poll(() => trimmed.events, patient).toEqual(["gap expired"]);
    trimmed.close();
  });
});

describe("RT-07: a reader whose session ends", () => {
  it("goes on where it stopped, and tells that it was away", async () => {
    const project = await makeProject();
    const told = await subscribe(project);
    await insert(project, 1);
    await expect.poll(() => told.events, patient).toEqual(inserted(1));
    for (const id of [2, 3]) {
      await endSessions(project);
      await insert(project, id);
      await expect.poll(() => told.events.at(-1), patient).toBe(inserted(id)[0]);
    }
    expect(told.events).toEqual([
      ...inserted(1),
      "degraded",
      "live",
      ...inserted(2),
      "degraded",
      "live",
      ...inserted(3),
    ]);
    told.close();
  });
});

describe("RT-07: a server that has crashed", () => {
  it("is told as a gap, since it gives the numbers of lost transactions once more", async () => {
    const project = await makeProject();
    const told = await subscribe(project);
    await insert(project, 1);
    await expect.poll(() => told.events, patient).toEqual(inserted(1));
    // A crash does this to an unlogged table, and to all sessions.
    await project.run("truncate coppice_realtime.life");
    await endSessions(project);
    await expect.poll(() => told.events, patient).toContain("gap access");
    await insert(project, 2);
    await expect.poll(() => told.events.at(-1), patient).toBe(inserted(2)[0]);
    const again = await subscribe(project, { since: told.cursors[0] ?? "", from: await newFeed() });
    await expect.poll(() => again.events, patient).toEqual(["gap expired"]);
    told.close();
    again.close();
  });
});

describe("RT-09: a customer who harms the outbox", () => {
  it("that drops the schema ends the subscriptions, and can publish again", async () => {
    const project = await makeProject();
    const told = await subscribe(project);
    await project.run("drop schema coppice_realtime cascade");
    await expect.poll(() => told.events, patient).toEqual(["degraded", "error not_found"]);
    await project.publish("notes", "anyone");
    const again = await subscribe(project);
    await insert(project, 1);
    await expect.poll(() => again.events, patient).toEqual(inserted(1));
    again.close();
  });

  it.each([
    "drop table coppice_realtime.change",
    "drop table coppice_realtime.published",
    "drop table coppice_realtime.state",
    "delete from coppice_realtime.state",
    "drop function coppice_realtime.record() cascade",
    "alter table coppice_realtime.change drop column new",
    "alter table notes disable trigger all",
  ])("that runs %s hears of it", async (harm) => {
    const project = await makeProject();
    const told = await subscribe(project);
    await project.run(harm);
    await expect.poll(() => told.events.find((one) => /^(?:gap|error|degraded)/.test(one)), patient).toBeDefined();
    told.close();
  });

  it("that makes another table in place of the outbox has a gap, and forged rows are left out", async () => {
    const project = await makeProject();
    const told = await subscribe(project);
    await project.run(`begin; alter table coppice_realtime.change rename to former;
      create table coppice_realtime.change (like coppice_realtime.former including all); commit`);
    await expect.poll(() => told.events, patient).toEqual(["gap access"]);
    // Without the shape of the table, a row is one that nobody can be told.
    await project.run(`insert into coppice_realtime.change (id, table_schema, table_name, op, old, new) values
      (0, 'public', 'notes', 'insert', null, '{"id": 0}')`);
    await expect.poll(() => told.events, patient).toEqual(["gap access", "gap access"]);
    await project.run(`do $$ begin execute format('alter table coppice_realtime.change alter shape set default %s', (
        select ${SHAPE} from coppice_realtime.published where relation = 'notes'::regclass)); end $$;
      insert into coppice_realtime.change (id, table_schema, table_name, op, old, new) values
      (1, 'public', 'notes', 'explode', null, '{}'), (2, 'public', 'notes', 'insert', null, '[1]'),
      (3, 'public', 'notes', 'insert', null, null), (4, 'public', 'notes', 'update', '"a"', '{"id": 1}'),
      (5, null, null, 'send', null, '{"topic": 1}'), (6, 'public', 'notes', 'insert', null, '{"id": {"a": [1e400]}}'),
      (7, 'public', 'notes', 'insert', null, '{"id": 7, "__proto__": {"a": 1}}'), (8, 'public', 'other', 'insert', null, '{}')`);
    await expect
      .poll(() => told.events, patient)
      .toEqual(["gap access", "gap access", 'insert {"id":{"a":[null]}}', ...inserted(7)]);
    expect(({} as { a?: number }).a).toBeUndefined();
    told.close();
  });

  it("that floods it has a gap, while another project's users are told as before", async () => {
    const [project, other] = [await makeProject(), await makeProject()];
    const [told, theirs] = [await subscribe(project), await subscribe(other)];
    await project.run(`insert into coppice_realtime.change (table_schema, table_name, op, new)
      select 'public', 'notes', 'insert', jsonb_build_object('id', n) from generate_series(1, 30000) as n`);
    await insert(other, 1);
    await expect.poll(() => theirs.events, patient).toEqual(inserted(1));
    await expect.poll(() => told.events, patient).toEqual(["gap bulk"]);
    await insert(project, 1);
    await expect.poll(() => told.events.at(-1), patient).toBe(inserted(1)[0]);
    told.close();
    theirs.close();
  });
});

describe("RT-10: operations on a database that is followed", () => {
  it("a branch succeeds, and reading goes on", async () => {
    const project = await makeProject();
    const told = await subscribe(project);
    await insert(project, 1);
    const { branch } = await createBranch(realtime.owner, { databaseId: project.databaseId, name: "followed" });
    await insert(project, 2);
    await expect.poll(() => told.events.filter((one) => one.startsWith("insert")), patient).toEqual(inserted(1, 2));
    expect(told.events).not.toContain("gap access");
    told.close();
    await branchIsRead(project, branch.id);
  });

  /** The branch has the outbox of its parent, of which nothing is told. */
  async function branchIsRead(project: Project, branchId: string): Promise<void> {
    const { projectId } = project;
    const organisationId = realtime.organisation.id;
    await setProjectDatabase(realtime.owner, { organisationId, projectId, databaseId: branchId });
    const told = listener();
    const database = { id: branchId, hostId: realtime.service.hostId };
    const asked = { projectId, database, who: { userId: null, claims: {} }, table: "notes" };
    const open = await feed.subscribe(asked, told.sink);
    const { connectionString } = await revealConnectionString(realtime.owner, { databaseId: branchId });
    const run = (text: string) => asCustomer(connectionString, async (client) => (await client.query(text)).rows);
    expect(await run("select count(*)::int as n from coppice_realtime.change")).toEqual([{ n: 0 }]);
    await run("insert into notes values (9)");
    await expect.poll(() => told.events, patient).toEqual(inserted(9));
    open.close();
  }

  it("a restore succeeds, and the changes it takes back are a gap", async () => {
    const project = await makeProject();
    const { databaseId } = project;
    const point = await createRestorePoint(realtime.owner, { databaseId, name: "before" });
    const told = await subscribe(project);
    await insert(project, 1);
    await expect.poll(() => told.events, patient).toEqual(inserted(1));
    await restoreInPlace(realtime.owner, { databaseId, restorePointId: point.id });
    await expect.poll(() => told.events, patient).toContain("gap access");
    const cursor = told.cursors[0] ?? "";
    await insert(project, 2);
    await expect.poll(() => told.events.at(-1), patient).toBe(inserted(2)[0]);
    const again = await subscribe(project, { since: cursor });
    await expect.poll(() => again.events, patient).toEqual(["gap expired"]);
    told.close();
    again.close();
  });

  it("a rotation succeeds, and reading goes on with the new password", async () => {
    const project = await makeProject();
    const told = await subscribe(project);
    await rotateCredential(realtime.owner, { databaseId: project.databaseId });
    await insert(project, 1);
    await expect.poll(() => told.events.at(-1), patient).toBe(inserted(1)[0]);
    expect(told.events).not.toContain("gap access");
    told.close();
  });

  it("a project that has another database then ends the subscriptions to the former", async () => {
    const project = await makeProject();
    const told = await subscribe(project);
    const organisationId = realtime.organisation.id;
    await setProjectDatabase(realtime.owner, { organisationId, projectId: project.projectId, databaseId: null });
    await expect.poll(() => told.events, patient).toEqual(["error not_found"]);
  });

  it("a deletion succeeds, and ends the subscriptions", async () => {
    const project = await makeProject();
    const { databaseId, projectId } = project;
    const told = await subscribe(project);
    const organisationId = realtime.organisation.id;
    await setProjectDatabase(realtime.owner, { organisationId, projectId, databaseId: null });
    await deleteDatabase(realtime.owner, { databaseId });
    await expect.poll(() => told.events.at(-1), patient).toMatch(/^error (?:database_)?not_found$/);
    expect(await findViolations({ ...realtime.service, hostCluster: realtime.service.cluster })).toEqual([]);
  });
});
