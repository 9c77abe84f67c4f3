import { afterAll, beforeAll, expect, it } from "vitest";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import { listener, openRealtime, type TestRealtime, type Told } from "@/tests/support/published-tables";

let realtime: TestRealtime;
const feeds: ChangeFeed[] = [];

beforeAll(async () => {
  realtime = await openRealtime();
  await realtime.run("create table notes (id int primary key)");
  await realtime.publish("notes", "anyone");
});

afterAll(async () => {
  for (const feed of feeds) await feed.close();
  await realtime.close();
});

/** The feed of a process of its own, which has the outbox alone. */
async function newFeed(): Promise<ChangeFeed> {
  const feed = new ChangeFeed(await realtime.service.worker(), { quietLookMs: 200 });
  feeds.push(feed);
  return feed;
}

async function subscribe(feed: ChangeFeed, since?: string) {
  const told = listener();
  const { databaseId: id, projectId, service } = realtime;
  const asked = { projectId, database: { id, hostId: service.hostId }, who: { userId: null, claims: {} } };
  const open = await feed.subscribe({ ...asked, table: "notes", ...(since !== undefined && { since }) }, told.sink);
  return { ...told, ...open };
}

const to = (told: Told, ...events: string[]) => expect.poll(() => told.events, { interval: 10 }).toEqual(events);
const inserted = (...ids: number[]) => ids.map((id) => `insert {"id":${id}}`);

it.each([
  ["in the same process", false],
  ["in another process, after the first has ended", true],
])(
  "6.7: a transaction that commits after a later one is told once to a client that comes back %s",
  async (_, isElsewhere) => {
    await realtime.run("truncate notes");
    const feed = await newFeed();
    const keeper = isElsewhere ? null : await subscribe(feed);
    const first = await subscribe(feed);
    const [early, undone] = [await realtime.session(), await realtime.session()];
    await early.query("begin; insert into notes values (1); savepoint s; insert into notes values (10)");
    await early.query("rollback to s; insert into notes values (11)");
    await undone.query("begin; insert into notes values (20)");
    await realtime.run("insert into notes values (2)");
    await to(first, ...inserted(2));
    const since = first.cursors.at(-1) ?? "";
    first.close();
    if (isElsewhere) await feed.close();
    await early.query("commit");
    await undone.query("rollback");
    await realtime.run("insert into notes values (3)");
    const again = await subscribe(isElsewhere ? await newFeed() : feed, since);
    await realtime.run("insert into notes values (4)");
    await to(again, ...inserted(1, 11, 3, 4));
    expect(again.batches.map(({ changes }) => changes.length)).toEqual([2, 1, 1]);
    if (keeper) await to(keeper, ...inserted(2, 1, 11, 3, 4));
    for (const each of [keeper, again]) each?.close();
    for (const session of [early, undone]) await session.end();
  },
);

it("6.7: one that commits after its follower has gone and come back is told then, and its later half not twice", async () => {
  await realtime.run("truncate notes");
  const feed = await newFeed();
  const first = await subscribe(feed);
  const early = await realtime.session();
  await early.query("begin; insert into notes values (1)");
  await realtime.run("insert into notes values (2)");
  await to(first, ...inserted(2));
  first.close();
  await feed.close();
  const again = await subscribe(await newFeed(), first.cursors.at(-1));
  await early.query("insert into notes values (5)");
  await realtime.run("insert into notes values (3)");
  await to(again, ...inserted(3));
  const since = again.cursors.at(-1);
  await early.query("commit");
  await to(again, ...inserted(3, 1, 5));
  const elsewhere = await subscribe(await newFeed(), since);
  await to(elsewhere, ...inserted(1, 5));
  for (const each of [again, elsewhere]) each.close();
  await early.end();
});

it("6.7: a transaction that was open for longer than changes are kept is a gap", async () => {
  await realtime.run("truncate notes");
  const feed = await newFeed();
  const first = await subscribe(feed);
  const early = await realtime.session();
  await early.query("begin; insert into notes values (1)");
  await realtime.run("insert into notes values (2)");
  await to(first, ...inserted(2));
  const since = first.cursors.at(-1);
  first.close();
  await feed.close();
  // Its own changes are as old as it, and go with the first look after its end.
  await early.query("update coppice_realtime.change set at = now() - interval '11 minutes'");
  await early.query("commit");
  await early.end();
  await realtime.run("select coppice_realtime.trim()");
  const again = await subscribe(await newFeed(), since);
  await to(again, "gap expired");
  await realtime.run("insert into notes values (3)");
  await to(again, "gap expired", ...inserted(3));
  again.close();
});
