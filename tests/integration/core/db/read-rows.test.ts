import pg from "pg";
import { describe, expect, it } from "vitest";
import { createDatabaseClient, readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import { toServiceError } from "@/lib/http/to-service-error";
import { workerControlUrl } from "@/tests/support/clusters";
import { workerDatabase } from "@/tests/support/context";

async function failureOf(work: Promise<unknown>): Promise<unknown> {
  return work.then(
    () => expect.unreachable("it was answered"),
    (error) => error,
  );
}

describe("reading rows past the data layer", () => {
  it("gives the answers of the data layer, in and out of a transaction", async () => {
    const db = await workerDatabase();
    const hashes = [new Uint8Array([0, 39, 92, 255]), new Uint8Array(0)];
    const statement = Prisma.sql`
      select h as hash, 'a' as text, now()::timestamptz(3) = ${new Date(0)}::timestamptz as "isLongAgo", null as nothing,
             timestamptz '2026-03-01 09:30:00.123+00' as at, '{"a":[1]}'::jsonb as json, array['x', 'y'] as list
      from unnest(${hashes}::bytea[]) with ordinality as given (h, n) order by n`;
    const expected = hashes.map((hash) => ({
      ...{ hash: Buffer.from(hash), text: "a", isLongAgo: false, nothing: null },
      ...{ at: new Date("2026-03-01T09:30:00.123Z"), json: { a: [1] }, list: ["x", "y"] },
    }));
    expect(await readRows(db, statement)).toEqual(expected);
    const within = await db.$transaction((tx) => readRows<{ hash: Uint8Array }>(tx, statement));
    expect(within.map((row) => ({ ...row, hash: Buffer.from(row.hash) }))).toEqual(expected);
  });

  it("says that the service cannot reach its database when nobody listens", async () => {
    const pool = new pg.Pool({ connectionString: "postgresql://nobody@127.0.0.1:1/nothing" });
    const db = createDatabaseClient(pool, () => undefined);
    const error = await failureOf(readRows(db, Prisma.sql`select 1`));
    expect(toServiceError(error)).toMatchObject({ code: "service_unavailable", retryAfterSeconds: 5 });
    await pool.end();
  });

  it("says so when the server ends the connection in the middle, and goes on with another one", async () => {
    const pool = new pg.Pool({ connectionString: await workerControlUrl(), max: 1 });
    pool.on("error", () => undefined);
    const db = createDatabaseClient(pool, () => undefined);
    const error = await failureOf(readRows(db, Prisma.sql`select pg_terminate_backend(pg_backend_pid())`));
    expect(toServiceError(error)).toMatchObject({ code: "service_unavailable" });
    expect(await readRows(db, Prisma.sql`select 1 as one`)).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it("says so for a connection that had ended before it was asked", async () => {
    const pool = new pg.Pool({ connectionString: await workerControlUrl() });
    const client = await pool.connect();
    const hasEnded = new Promise((resolve) => client.once("error", resolve));
    await failureOf(client.query("select pg_terminate_backend(pg_backend_pid())"));
    await hasEnded;
    const error = await failureOf(client.query("select 1"));
    expect(toServiceError(error)).toMatchObject({ code: "service_unavailable" });
    client.release(true);
    await pool.end();
  });
});
