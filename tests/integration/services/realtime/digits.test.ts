import { afterAll, beforeAll, expect, it } from "vitest";
import { ChangeFeed } from "@/lib/services/realtime/changes/feed/change-feed";
import type { ChangeSubscription } from "@/lib/services/realtime/changes/feed/subscription";
import { encodeChange } from "@/lib/services/realtime/sockets/encode-change";
import { listener, openRealtime, type TestRealtime } from "@/tests/support/published-tables";

let realtime: TestRealtime;
let feed: ChangeFeed;

beforeAll(async () => {
  realtime = await openRealtime();
  feed = new ChangeFeed(await realtime.service.worker());
  await realtime.run(`create type sale as (a bigint, b numeric);
    create table exact (id bigint primary key, i bigint, n numeric, f float8, "is" bigint[], ns numeric[], s sale, b jsonb, j json)`);
  await realtime.publish("exact", "anyone");
});

afterAll(async () => {
  await feed.close();
  await realtime.close();
});

async function subscribe(asked: Partial<ChangeSubscription> = {}) {
  const { databaseId: id, projectId, service } = realtime;
  const database = { id, hostId: service.hostId };
  const who = { userId: null, claims: {} };
  const told = listener();
  const open = await feed.subscribe({ projectId, database, who, table: "exact", ...asked }, told.sink);
  const frames = () =>
    told.batches.flatMap(({ changes }) => changes.map((one) => encodeChange("s", "c", one).toString("utf8")));
  return { ...told, ...open, frames };
}

const ROW = `9007199254740993, 9223372036854775807, 0.10, 0.1, '{9223372036854775807,null}',
  '{{0.10,NaN},{12345678901234567890.5,-1}}', '(9007199254740993,1.10)', '{"n": 9007199254740993, "d": 1.10}', '{"a":1,"a":1e400}'`;
const MEMBERS = [
  '"i":"9223372036854775807"',
  '"n":"0.10"',
  '"f":0.1',
  '"is":["9223372036854775807",null]',
  '"ns":[["0.10","NaN"],["12345678901234567890.5","-1"]]',
  '"s":{"a":9007199254740993,"b":1.10}',
  '"b":{"d": 1.10, "n": 9007199254740993}',
  '"j":{"a":1,"a":1e400}',
];

it("SV-H4: frames have every digit and every key, in `new` and in `old`", async () => {
  const columns = ["i", "n", "f", "is", "ns", "s", "b", "j"];
  const told = await subscribe({ columns });
  await realtime.run(`insert into exact values (${ROW})`);
  await realtime.run("delete from exact");
  await expect.poll(() => told.frames()).toHaveLength(2);
  const [inserted, deleted] = told.frames();
  expect(inserted).toContain(`"new":{${MEMBERS.join()}}`);
  expect(deleted).toContain(`"old":{"id":"9007199254740993",${MEMBERS.join()}}`);
  told.close();
});

it("SV-H4: filters compare every digit", async () => {
  const [fits, other] = [
    await subscribe({ columns: ["id"], filter: [{ column: "i", op: "eq", value: "9223372036854775807" }] }),
    await subscribe({ columns: ["id"], filter: [{ column: "i", op: "eq", value: "9223372036854775806" }] }),
  ];
  await realtime.run(`insert into exact values (${ROW}); insert into exact (id, i) values (2, 9223372036854775806)`);
  await expect.poll(() => fits.events).toEqual(['insert {"id":"9007199254740993"}']);
  await expect.poll(() => other.events).toEqual(['insert {"id":"2"}']);
  fits.close();
  other.close();
});
