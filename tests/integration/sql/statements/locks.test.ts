import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { revealConnectionString } from "@/lib/hosting/credentials/reveal";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import { asCustomer, createReadyDatabase, type HostingService, openHostingService } from "@/tests/support/databases";
import { runText } from "@/tests/support/run-statements";

let service: HostingService;
let owner: Context;
let viewer: Context;
let databaseId: string;
let url: string;

beforeAll(async () => {
  service = await openHostingService();
  const { member } = await service.organisation();
  [owner, viewer] = [await service.context(member.owner), await service.context(member.viewer)];
  databaseId = await createReadyDatabase(service, owner.actor, "main");
  url = (await revealConnectionString(owner, { databaseId })).connectionString;
});

afterAll(() => service.close());

const run = (text: string) => runText(owner, databaseId, text);
const codeOf = (error: { code?: string }) => error.code;
const setUp = (text: string) => asCustomer(url, (client) => client.query(text));
const read = async (text: string) =>
  (await asCustomer(url, (client) => client.query({ text, rowMode: "array" }))).rows as unknown[][];

async function runOne(text: string, ctx = owner): Promise<StatementOutcome> {
  const [outcome, ...others] = await runText(ctx, databaseId, text);
  expect(others).toEqual([]);
  if (!outcome) throw new Error("no outcome");
  return outcome;
}

describe("a query that only locks rows", () => {
  const points = () => service.db.restorePoint.count({ where: { databaseId } });

  it("reads, without a restore point; nobody else gets its locks", async () => {
    await setUp("create table queue (id int primary key); insert into queue values (1), (2), (3)");
    const before = await points();
    for (const lock of ["update", "no key update", "share", "key share"]) {
      const outcome = await runOne(`select id from queue order by 1 for ${lock} limit 1`);
      expect(outcome).toMatchObject({ status: "succeeded", command: "SELECT", rows: [["1"]], change: null });
    }
    await asCustomer(url, async (client) => {
      await client.query("begin; select * from queue where id = 1 for update");
      const skipped = await runOne("select id from queue order by 1 for update skip locked");
      expect(skipped).toMatchObject({ status: "succeeded", rows: [["2"], ["3"]] });
      const refused = await runOne("select id from queue order by 1 for share nowait");
      expect(refused).toMatchObject({ sqlState: "55P03" });
      await client.query("rollback");
    });
    expect(await points()).toBe(before);
  });

  it("holds its locks until the end of the transaction it is in", async () => {
    const lock = () => setUp("select id from queue where id = 3 for update nowait").then(() => "free", codeOf);
    const [outcomes] = await Promise.all([
      run(`begin; select id from queue where id = 3 for update; select pg_sleep(1);
        update queue set id = 4 where id = 3; commit`),
      expect.poll(lock, { interval: 20 }).toBe("55P03"),
    ]);
    expect(outcomes.map(({ status }) => status)).toEqual(Array(5).fill("succeeded"));
    expect(outcomes[3]).toMatchObject({ change: { kind: "rows", rowCount: 1 } });
    expect(await read("select id from queue order by 1")).toEqual([[1], [2], [4]]);
  });

  it("takes a restore point where a function in it changes something", async () => {
    await setUp(`create table seen (id int);
      create function sees(int) returns int language sql as 'insert into seen values ($1) returning id'`);
    const before = await points();
    const outcome = await runOne("select sees(id) from queue where id = 1 for update");
    expect(outcome).toMatchObject({ rows: [["1"]], change: { kind: "restore-point" } });
    expect(await read("select id from seen")).toEqual([[1]]);
    expect(await points()).toBe(before + 1);
    const outcomes = await run("begin; select sees(id) from queue for update; commit");
    const message = expect.stringContaining("only with a restore point");
    expect(outcomes.at(-1)).toMatchObject({ status: "failed", message });
  });

  it("fails where the fault is, and for members who may not lock", async () => {
    const text = "select id from queue for update of nothing";
    expect(await runOne(text)).toMatchObject({ sqlState: "42P01", position: text.indexOf("nothing") });
    for (const lock of ["update", "key share"]) {
      expect(await runOne(`select sees(id) from queue for ${lock}`, viewer)).toMatchObject({ sqlState: "25006" });
    }
    expect(await read("select id from seen")).toEqual([[1]]);
  });
});
