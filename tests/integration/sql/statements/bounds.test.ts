import { randomUUID } from "node:crypto";
import { afterAll, afterEach, describe, expect, it } from "vitest";
import type { Context } from "@/lib/core/context";
import { CONCURRENCY_LIMITS } from "@/lib/core/rate-limits";
import { withCustomerSession } from "@/lib/sql/customer-session/open";
import { listStatements } from "@/lib/sql/statements/list";
import type { StatementOutcome, SucceededStatement } from "@/lib/sql/statements/resource";
import { runStatements } from "@/lib/sql/statements/run";
import { ndjsonResponse } from "@/lib/web/ndjson-response";
import { asSuperuser, createReadyDatabase, refusalOf } from "@/tests/support/databases";
import { openOwnedDatabase } from "@/tests/support/owned-service";
import { PATIENT_LIMITS, runText } from "@/tests/support/run-statements";

const { service, organisation, owner, databaseId, url, setUp } = await openOwnedDatabase();
const MEGABYTE = 1024 * 1024;

afterAll(() => service.close());

const begun: AbortController[] = [];
const ended: Promise<unknown>[] = [];

afterEach(async () => {
  for (const reader of begun.splice(0)) reader.abort();
  await Promise.all(ended.splice(0));
});

/** Begins a run that goes on until the test ends; resolves when it holds its place and its first result is there. */
function beginRun(ctx: Context, inDatabase = databaseId): Promise<void> {
  const reader = new AbortController();
  begun.push(reader);
  return new Promise((resolve, reject) => {
    const hold = async () => {
      resolve();
      await new Promise((left) => reader.signal.addEventListener("abort", left));
    };
    const input = { databaseId: inDatabase, text: "select 1; select 2", runId: randomUUID(), mode: "run" as const };
    ended.push(runStatements(ctx, input, hold, reader.signal).catch(reject));
  });
}

/** Contexts share the counts of one process. */
const as = async (role: keyof typeof organisation.member) => ({
  ...(await service.context(organisation.member[role])),
  concurrency: owner.concurrency,
});

describe("runs at once", () => {
  it("RF-27: are three of a member at most, and another has room when one ends", async () => {
    for (let count = 0; count < CONCURRENCY_LIMITS.runsOfMember.limit; count += 1) await beginRun(owner);
    const refused = await runText(owner, databaseId, "select 1").catch((error: unknown) => error);
    expect(refused).toMatchObject({
      code: "rate_limited",
      message: "You already have 3 runs in progress. Wait for one to finish, or cancel one.",
      retryAfterSeconds: expect.any(Number),
    });
    expect(await runText(await as("admin"), databaseId, "select 1")).toMatchObject([{ status: "succeeded" }]);
    begun[0]?.abort();
    await ended[0];
    expect(await runText(owner, databaseId, "select 1")).toMatchObject([{ status: "succeeded" }]);
  });

  it("are five in a database at most, and ten of an organisation", async () => {
    const members = [await as("owner"), await as("admin"), await as("developer"), await as("viewer")];
    for (const [index, ctx] of members.entries())
      for (let n = 0; n < (index === 0 ? 2 : 1); n += 1) await beginRun(ctx);
    const [inDatabase, others] = [members[1], [await createReadyDatabase(service, owner.actor), databaseId]];
    await expect(runText(inDatabase ?? owner, databaseId, "select 1")).rejects.toMatchObject({
      code: "rate_limited",
      message: "This database already has 5 runs in progress. Try again when one has finished.",
    });
    const [elsewhere = ""] = others;
    for (const ctx of members.slice(1)) await beginRun(ctx, elsewhere);
    await beginRun(owner, elsewhere);
    await beginRun(members[1] ?? owner, elsewhere);
    const third = await createReadyDatabase(service, owner.actor);
    await expect(runText(members[2] ?? owner, third, "select 1")).rejects.toMatchObject({
      message: "Your organisation already has 10 runs in progress. Try again when one has finished.",
    });
    const { member } = await service.organisation();
    const stranger = { ...(await service.context(member.owner)), concurrency: owner.concurrency };
    const theirs = await createReadyDatabase(service, member.owner);
    expect(await runText(stranger, theirs, "select 1")).toMatchObject([{ status: "succeeded" }]);
  });
});

it("RF-27: the dashboard leaves connections of the role to the app, and says when it has none left itself", async () => {
  const released: (() => void)[] = [];
  const sessions = Array.from({ length: 20 }, async (_, index) => {
    const ctx = await as((["owner", "admin", "developer", "viewer"] as const)[index % 4] ?? "owner");
    return withCustomerSession(ctx, { id: databaseId, hostId: service.hostId }, {}, async (session) => {
      await session.query("select 1");
      await new Promise<void>((resolve) => released.push(resolve));
    });
  });
  const { limit } = CONCURRENCY_LIMITS.sessionsOfDatabase;
  const refused: unknown[] = [];
  const outcomes = Promise.all(sessions.map((session) => session.catch((error) => refused.push(error))));
  await expect.poll(() => [released.length, refused.length]).toEqual([limit, sessions.length - limit]);
  expect(await refusalOf(url)).toBeNull();
  const message = expect.stringMatching(/connection limit for this database/);
  expect(refused).toEqual(refused.map(() => expect.objectContaining({ code: "rate_limited", message })));
  for (const release of released) release();
  await outcomes;
});

describe("a reader", () => {
  const input = (text: string) => ({ databaseId, text, runId: randomUUID(), mode: "run" as const });

  it("RF-27: a client that does not read holds the run up at the result that is not read", async () => {
    const text = "select repeat('x', 238) from generate_series(1, 99999);".repeat(40);
    const request = new Request("http://coppice.example");
    const { body } = await ndjsonResponse(owner, request, (write, reader) =>
      runStatements(owner, input(text), write, reader),
    );
    const reader = body?.getReader();
    for (let pieces = 0; pieces < 20; pieces += 1) await reader?.read();
    const { statements } = await listStatements(owner, { databaseId });
    expect(statements.filter((each) => each.text.includes("repeat('x', 238)"))).toHaveLength(1);
    await reader?.cancel();
  });

  it("RF-27: a client that leaves ends the run and the statement in it", async () => {
    const text = "select 'left'; select pg_sleep(600), 'left'; create table never_made (a int)";
    const request = new Request("http://coppice.example");
    const { body } = await ndjsonResponse(owner, request, (write, reader) =>
      runStatements(owner, input(text), write, reader, PATIENT_LIMITS),
    );
    const reader = body?.getReader();
    await reader?.read();
    const active = () =>
      asSuperuser(service.cluster, "postgres", async (client) => {
        const text = "select from pg_stat_activity where datname = $1 and query ~ 'pg_sleep' and state = 'active'";
        return (await client.query(text, [databaseId])).rowCount;
      });
    await expect.poll(active).toBe(1);
    await reader?.cancel();
    const left = async () => {
      const { statements } = await listStatements(owner, { databaseId });
      return statements.filter((each) => each.text.includes("'left'")).map(({ status }) => status);
    };
    await expect.poll(left).toEqual(["cancelled", "succeeded"]);
    const { statements } = await listStatements(owner, { databaseId });
    expect(statements.some((each) => each.text.includes("never_made"))).toBe(false);
  });

  it("RF-27: gets 32 MiB of a run, and the statements after that run all the same", async () => {
    const text = `${"select repeat('x', 238) from generate_series(1, 99999);".repeat(3)} create table made (a int)`;
    const outcomes = (await runText(owner, databaseId, text)) as (StatementOutcome & SucceededStatement)[];
    expect(outcomes.map(({ status }) => status)).toEqual(Array(4).fill("succeeded"));
    expect(outcomes.map(({ isTruncated }) => isTruncated)).toEqual([true, true, true, false]);
    const sizes = outcomes.map(({ rows }) => rows.length * (238 + 16));
    expect(sizes.reduce((sum, size) => sum + size)).toBeLessThanOrEqual(32 * MEGABYTE);
    expect(sizes[0]).toBeGreaterThan(23 * MEGABYTE);
  });
});

describe("a statement that has to run to its end", () => {
  it("RF-27: answers with bounded rows, and is done whole", async () => {
    await setUp("create table filled (a int)");
    const before = process.memoryUsage().rss;
    const outcomes = await runText(
      owner,
      databaseId,
      "with x as (insert into filled values (1)) select from generate_series(1, 3000000)",
    );
    expect(process.memoryUsage().rss - before).toBeLessThan(120 * MEGABYTE);
    const [outcome] = outcomes;
    expect(outcome).toMatchObject({ status: "succeeded", isTruncated: true, rowCount: 3_000_000 });
    expect(outcome && "rows" in outcome && outcome.rows).toHaveLength(100_000);
    expect(await setUp("select a from filled")).toMatchObject({ rows: [{ a: 1 }] });
  });

  it("RF-27: counts values without text too", async () => {
    const nulls = Array(400).fill("null").join(",");
    const [outcome] = await runText(owner, databaseId, `select ${nulls} from generate_series(1, 100000)`);
    expect(outcome).toMatchObject({ status: "succeeded", isTruncated: true });
    expect(outcome && "rows" in outcome && outcome.rows.length).toBeLessThan(8_000);
  });
});
