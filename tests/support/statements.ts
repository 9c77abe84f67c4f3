import pg from "pg";
import { createDatabaseClient, type DatabaseClient } from "@/lib/core/db/client";
import { workerControlUrl } from "./clusters";

/** A client of the worker's database that keeps the text of every statement it sends, in order. */
export async function recordingDatabase(): Promise<{
  db: DatabaseClient;
  statements: string[];
  close(): Promise<void>;
}> {
  const statements: string[] = [];
  const pool = new pg.Pool({ connectionString: await workerControlUrl(), max: 1 });
  pool.on("connect", (client) => {
    const send = client.query.bind(client) as (...args: unknown[]) => unknown;
    const record = (...args: unknown[]): unknown => {
      const [first] = args;
      statements.push(typeof first === "string" ? first : String(Reflect.get(first as object, "text")));
      return send(...args);
    };
    Object.assign(client, { query: record });
  });
  const db = createDatabaseClient(pool, (error) => {
    throw error;
  });
  const close = async () => {
    await db.$disconnect();
    await pool.end();
  };
  return { db, statements, close };
}
