import { createReadStream, readFileSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import pg from "pg";
import { from } from "pg-copy-streams";
import type { Database } from "./plain-session";
import { splitScript } from "./split";

/** The script that makes the tables of the others, and of itself. */
export const SET_UP = "test_setup.sql";
const LOADED = /\\set filename :abs_srcdir '([^']+)'\s+COPY (\w+) FROM :'filename'/g;
const COPY = /^(?:--[^\n]*\s|\s)*COPY (\w+) FROM :'filename'/;

/** Makes the tables that PostgreSQL's other scripts read, as that script does, by the database's own role. */
export async function makeTestTables(folder: string, { url }: Database): Promise<void> {
  const script = readFileSync(join(folder, SET_UP), "utf8");
  const files = new Map([...script.matchAll(LOADED)].map(([, file = "", table = ""]) => [table, file]));
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  try {
    for (const text of splitScript(script)) {
      const table = COPY.exec(text)?.[1];
      const file = table === undefined ? undefined : files.get(table);
      if (file !== undefined) {
        const rows = createReadStream(join(folder, "..", file));
        await pipeline(rows, client.query(from(`COPY ${table} FROM STDIN`)));
        continue;
      }
      // A role without superuser can't do all of it.
      await client.query(text).catch(() => {});
    }
  } finally {
    await client.end();
  }
}
