import { type NeonDbError, neon, neonConfig } from "@neondatabase/serverless";
import { PrismaNeonHttp } from "@prisma/adapter-neon";
import { sql as fragment } from "drizzle-orm";
import { drizzle } from "drizzle-orm/neon-http";
import { beforeAll, describe, expect, it } from "vitest";
import { PrismaClient } from "@/lib/core/db/generated/client";
import type { ErrorCode } from "@/lib/core/error-table";
import {
  type Answer,
  ask,
  createReadyDatabase,
  createTestOrganisation,
  expectRefusal,
  type Lane,
  type LaneOrganisation,
  lane,
} from "@/tests/support/lanes";

let organisation: LaneOrganisation;
let key: string;
let database: string;
let connectionString: string;

beforeAll(async () => {
  organisation = await createTestOrganisation();
  key = await organisation.key();
  const created = await createReadyDatabase(lane, organisation);
  ({ id: database, connectionString } = created);
});

const run = (lane: Lane, body: object, as = key): Promise<Answer> =>
  ask(lane, "POST", "/api/v1/sql", { key: as, body: { database, ...body } });

/** A request as Neon's driver sends it, without a media type of its own. */
const asDriver = (lane: Lane, body: unknown, headers: Record<string, string> = {}): Promise<Answer> =>
  ask(lane, "POST", "/sql", {
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: {
      "Content-Type": "text/plain;charset=UTF-8",
      "Neon-Connection-String": connectionString,
      "Neon-Raw-Text-Output": "true",
      "Neon-Array-Mode": "true",
      ...headers,
    },
  });

/** A refusal of the service as drivers of Postgres read it: with the fields of an error beside the envelope. */
const expectSqlRefusal = (answer: Answer, code: ErrorCode) => expectRefusal(answer, code, { isPostgres: true });

describe("SQL over HTTP", () => {
  it("runs a statement with a management key, and says how often it may", async () => {
    const answer = await run(lane, { query: "select $1::int as n", params: [1] });
    expect([answer.status, answer.json.rows]).toEqual([200, [{ n: 1 }]]);
    expect(answer.headers.get("ratelimit-policy")).toBe('"sql";q=60000;w=60');
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("refuses bodies that mean nothing, and names the fault", async () => {
    for (const body of [
      {},
      { query: "select 1", queries: [{ query: "select 1" }] },
      { queries: [] },
      { queries: [{ query: "select 1", extra: 1 }] },
      { query: "select 1", isolationLevel: "serializable" },
      { query: 1 },
      { query: "select 1", params: "x" },
      { query: "select 1", database: "db_x" },
    ]) {
      expectRefusal(await run(lane, body), "invalid_request");
    }
    expectRefusal(await ask(lane, "POST", "/api/v1/sql", { key, body: '{"query": "sel' }), "invalid_json");
    const big = { query: `select '${"x".repeat(4 * 1024 ** 2)}'` };
    expectRefusal(await run(lane, big), "body_too_large");
  });

  it("SQ-L8: names the fault of a body that means nothing", async () => {
    const message = async (body: object) => (await run(lane, body)).json.error.message;
    const many = Array.from({ length: 501 }, () => ({ query: "select 1" }));
    expect(await message({ queries: many })).toMatch(/queries: .*500/);
    expect(await message({})).toContain("send either query or queries");
    expect(await message({ query: 5 })).toMatch(/query: .*string/);
    expect(await message({ query: "select 1", params: null })).toMatch(/params: .*array/);
    expect(await message({ query: "select 1", deferrable: true })).toContain("belong to queries");
  });

  it("SQ-M5: loses no column of several with the same name", async () => {
    const { json } = await run(lane, { query: "select 1 as id, 2 as id, 3 as id_2, 4 as id" });
    expect(json.rows).toEqual([{ id: 1, id_3: 2, id_2: 3, id_4: 4 }]);
    expect(json.fields.map(({ name }: { name: string }) => name)).toEqual(["id", "id", "id_2", "id"]);
    const arrays = await run(lane, { query: "select 1 as id, 2 as id", arrayMode: true });
    expect(arrays.json.rows).toEqual([[1, 2]]);
  });

  it("answers an error of Postgres with its fields and the envelope", async () => {
    const answer = await run(lane, { query: "select * from nowhere" });
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ code: "42P01", position: "15", severity: "ERROR" });
    expect(answer.json.error).toMatchObject({ code: "sql_error", retryable: false, message: answer.json.message });
    expect(JSON.stringify(answer.json)).not.toMatch(/127\.0\.0\.1|provisioner|\.c"|\/var|\/tmp/);
  });

  it("SQ-01: refuses an answer that is too large with 507", async () => {
    expectRefusal(await run(lane, { query: "select repeat('x', 17000000)" }), "response_too_large");
  });

  it("a read-only key, and one for this database, may use it", async () => {
    const readOnly = await organisation.key({ readOnly: true });
    expect((await run(lane, { query: "select 1 as n" }, readOnly)).json.rows).toEqual([{ n: 1 }]);
    const refused = await run(lane, { query: "create table no (a int)" }, readOnly);
    expect([refused.status, refused.json.code]).toEqual([400, "42501"]);
    const scoped = await organisation.key({ databaseId: database });
    expect((await run(lane, { query: "select 1 as n" }, scoped)).json.rows).toEqual([{ n: 1 }]);
    const stranger = await (await createTestOrganisation()).key();
    expectRefusal(await run(lane, { query: "select 1" }, stranger), "database_not_found");
  });

  it("answers Neon's driver in text and arrays, for any media type", async () => {
    const answer = await asDriver(lane, { query: "select $1::int as n, null as x, now() as t", params: ["5"] });
    expect(answer.status).toBe(200);
    expect(answer.json).toMatchObject({ rowAsArray: true, command: "SELECT", rowCount: 1 });
    expect(answer.json.rows[0].slice(0, 2)).toEqual(["5", null]);
  });

  it("runs a batch in one transaction, and repeats the options of the request", async () => {
    const headers = { "Neon-Batch-Isolation-Level": "RepeatableRead", "Neon-Batch-Read-Only": "true" };
    const queries = [{ query: "show transaction_isolation" }, { query: "show transaction_read_only" }];
    const answer = await asDriver(lane, { queries }, headers);
    expect(answer.json.results.map(({ rows }: { rows: unknown }) => rows)).toEqual([[["repeatable read"]], [["on"]]]);
    expect(answer.headers.get("neon-batch-isolation-level")).toBe("RepeatableRead");
    const unknown = { "Neon-Batch-Isolation-Level": "Chaos" };
    expectSqlRefusal(await asDriver(lane, { queries }, unknown), "invalid_request");
  });

  it("SQ-02: gives every wrong connection string a 400 that the driver can read", async () => {
    const wrong = Object.assign(new URL(connectionString), { password: "wrong" }).href;
    const refused = await asDriver(lane, { query: "select 1" }, { "Neon-Connection-String": wrong });
    expect(refused.status).toBe(400);
    expect(refused.json).toMatchObject({ code: "28P01", severity: "ERROR", error: { code: "sql_error" } });
    expect(refused.json.message).toContain("password authentication failed");
  });

  it("refuses bodies that are no UTF-8, no JSON, or no request", async () => {
    expectSqlRefusal(await asDriver(lane, "{"), "invalid_json");
    expectSqlRefusal(await asDriver(lane, "[]"), "invalid_request");
    expectSqlRefusal(await asDriver(lane, { query: "select 1", more: true }), "invalid_request");
    expectSqlRefusal(await asDriver(lane, { query: "select '\0'" }), "invalid_request");
  });

  it("SQ-09: lets pages of every origin use a connection string, and sends no cookie's leave", async () => {
    const preflight = await ask(lane, "OPTIONS", "/sql", {
      headers: { Origin: "https://evil.example", "Access-Control-Request-Method": "POST" },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-origin")).toBe("*");
    expect(preflight.headers.get("access-control-allow-credentials")).toBeNull();
    expect(preflight.headers.get("access-control-allow-headers")).toContain("Neon-Connection-String");
    const refusal = await asDriver(lane, "{", { Origin: "https://evil.example" });
    expect(refusal.headers.get("access-control-allow-origin")).toBe("*");
    const keyed = await ask(lane, "OPTIONS", "/api/v1/sql", { headers: { Origin: "https://evil.example" } });
    expect(keyed.headers.get("access-control-allow-origin")).toBeNull();
  });
});

describe("the unmodified driver", () => {
  beforeAll(() => {
    neonConfig.fetchEndpoint = `${lane.baseUrl}/sql`;
  });

  it("reads types as it does elsewhere, and is told the failure", async () => {
    const sql = neon(connectionString);
    const [row] =
      await sql`select ${41}::int + 1 as n, ${"it's"}::text as t, true as b, null as x, '{"a":[1]}'::jsonb as j,
      9007199254740993::int8 as big, array[1,2] as list`;
    expect(row).toEqual({
      ...{ n: 42, t: "it's", b: true, x: null, j: { a: [1] }, big: "9007199254740993", list: [1, 2] },
    });
    const error: NeonDbError = await sql`select * from nowhere`.catch((reason) => reason);
    expect(error).toMatchObject({ name: "NeonDbError", code: "42P01", position: "15", severity: "ERROR" });
  });

  it("SQ-H4: is told why in words and by SQLSTATE, from any part that refuses", async () => {
    const sql = neon(connectionString);
    const refused = [
      [() => sql`select ${"a\0b"}::text`, "22021", "null character"],
      [() => sql`select ${"\ud800"}::text`, "22021", "surrogate"],
      [
        () =>
          sql.query(
            "select 1",
            Array.from({ length: 65_536 }, () => 1),
          ),
        "54000",
        "65535 parameters",
      ],
      [() => sql.transaction(Array.from({ length: 501 }, () => sql`select 1`)), "54000", "500 statements"],
      [() => sql.transaction([sql`select 1`], { isolationLevel: "Chaos" as "Serializable" }), "22023", "one of"],
      [() => neon("postgresql://nobody:secret@localhost/nothing")`select 1`, "28P01", "password authentication failed"],
    ] as const;
    for (const [work, code, words] of refused) {
      const error: NeonDbError = await Promise.resolve(work()).catch((reason) => reason);
      expect(error).toMatchObject({ name: "NeonDbError", code, severity: "ERROR" });
      expect(error.message).toContain(words);
    }
  });

  it("SQ-H4: has the fields of an error of Postgres in every refusal", async () => {
    for (const [body, status, code] of [
      ["{", 400, "08P01"],
      [{}, 400, "22023"],
      [{ query: 5 }, 400, "22023"],
      [{ query: `select '${"x".repeat(4 * 1024 ** 2)}'` }, 413, "54000"],
      [{ query: "select repeat('x', 17000000)" }, 507, "54000"],
    ] as const) {
      const answer = await asDriver(lane, body);
      expect(answer.status).toBe(status);
      expect(answer.json).toMatchObject({ code, severity: "ERROR", message: answer.json.error.message });
    }
    expect((await asDriver(lane, { query: 5 })).json.message).toContain("query:");
  });

  it("SQ-M1: runs a transaction of nothing", async () => {
    expect(await neon(connectionString).transaction([])).toEqual([]);
  });

  it("runs transactions, all or nothing", async () => {
    const sql = neon(connectionString, { fullResults: true });
    await sql`create table if not exists driver (id int primary key)`;
    const [, counted] = await sql.transaction([sql`delete from driver`, sql`select count(*)::int as n from driver`], {
      isolationLevel: "Serializable",
    });
    expect(counted).toMatchObject({ command: "SELECT", rows: [{ n: 0 }] });
    const failing = sql.transaction([sql`insert into driver values (1)`, sql`insert into driver values (1)`]);
    await expect(failing).rejects.toMatchObject({ code: "23505", constraint: "driver_pkey" });
    const reading = sql.transaction([sql`insert into driver values (1)`], { readOnly: true });
    await expect(reading).rejects.toMatchObject({ code: "25006" });
    expect((await sql`select * from driver`).rows).toEqual([]);
  });

  it("serves Drizzle's neon-http and Prisma's adapter", async () => {
    const db = drizzle({ client: neon(connectionString) });
    expect((await db.execute(fragment`select ${7}::int as n`)).rows).toEqual([{ n: 7 }]);
    const prisma = new PrismaClient({ adapter: new PrismaNeonHttp(connectionString, {}), errorFormat: "minimal" });
    expect(await prisma.$queryRaw`select ${7}::int as n`).toEqual([{ n: 7 }]);
    await prisma.$disconnect();
  });
});
