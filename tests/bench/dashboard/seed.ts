import pg from "pg";
import { insertDatabaseRows, insertSamples, insertSurroundings } from "../rows";
import type { BenchService } from "../service";
import { PASTED } from "./paste";
import { SCROLLED_ROWS } from "./scrolling";

const DATABASES = 10_000;
export const tableNamed = { rows: "measured_rows", pasted: "pasted_rows", collection: "measured_documents" };

export interface Seeded {
  databaseId: string;
  connectionString: string;
}

/** Makes 10,000 databases that are rows alone, and the newest of all, which is one and has tables. */
export async function seed({ baseUrl, control, organisationId, firstRun }: BenchService): Promise<Seeded> {
  const headers = { authorization: `Bearer ${firstRun.COPPICE_MANAGEMENT_KEY}`, "content-type": "application/json" };
  const ask = async (path: string, init?: RequestInit) => {
    const answer = await fetch(`${baseUrl}/api/v1/databases${path}`, { ...init, headers });
    if (!answer.ok) throw new Error(`No database was made: ${await answer.text()}`);
    return (await answer.json()) as Record<string, string>;
  };
  const { id: databaseId = "" } = await ask("", { method: "POST", body: JSON.stringify({ name: "measured" }) });
  await insertSurroundings(control, organisationId, await insertDatabaseRows(control, organisationId, DATABASES));
  await insertSamples(control, databaseId);
  await control.query("UPDATE database SET created_at = now() + interval '1 hour' WHERE id = $1", [databaseId]);
  await untilReady(control, databaseId);
  const { connectionString = "" } = await ask(`/${databaseId}/connection-string`);
  await inDatabase(connectionString, TABLES);
  return { databaseId, connectionString };
}

async function untilReady(control: pg.Pool, databaseId: string): Promise<void> {
  for (;;) {
    const { rows } = await control.query<{ status: string }>("SELECT status FROM database WHERE id = $1", [databaseId]);
    if (rows[0]?.status === "ready") return;
    if (rows[0]?.status !== "provisioning") throw new Error("The database was not made.");
  }
}

const TABLES = `
  CREATE TABLE ${tableNamed.rows} (id int PRIMARY KEY, name text, email text, amount numeric, is_active boolean,
    created_at timestamptz, hash text, points int, orders int REFERENCES ${tableNamed.rows}, word text);
  INSERT INTO ${tableNamed.rows} SELECT n, 'Customer ' || n, 'c' || n || '@example.com', n * 1.5, n % 2 = 0, now(),
    md5(n::text), n % 97, 1 + n / 2, 'word ' || n % 1000 FROM generate_series(1, ${SCROLLED_ROWS}) AS n;
  CREATE INDEX ON ${tableNamed.rows} (name);
  CREATE SCHEMA documents;
  CREATE TABLE documents.${tableNamed.collection} (id uuid PRIMARY KEY DEFAULT uuidv7(), document jsonb NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now());
  INSERT INTO documents.${tableNamed.collection} (document)
    SELECT jsonb_build_object('name', 'Customer ' || n, 'tags', jsonb_build_array('a', n)) FROM generate_series(1, 1000) AS n;
  ANALYZE`;

/** Makes the table that values are pasted into as it is before a paste: with as many rows as a page shows. */
export function makePastedTable(connectionString: string): Promise<unknown[]> {
  const texts = Array.from({ length: PASTED.columns - 1 }, (_, index) => `text_${index + 1} text`).join(", ");
  return inDatabase(
    connectionString,
    `DROP TABLE IF EXISTS ${tableNamed.pasted}; CREATE TABLE ${tableNamed.pasted} (id int PRIMARY KEY, ${texts});
     INSERT INTO ${tableNamed.pasted} SELECT generate_series(1, 50)`,
  );
}

/** Throws unless the pasted rows of this round are stored. */
export async function checkPasted(connectionString: string, round: number): Promise<void> {
  const last = `value ${round} ${PASTED.rows - 1} ${PASTED.columns - 2}`;
  const found = await inDatabase(
    connectionString,
    `SELECT FROM ${tableNamed.pasted} WHERE id = ${PASTED.rows} AND text_${PASTED.columns - 1} = '${last}'`,
  );
  if (found.length !== 1) throw new Error("What was pasted was not stored.");
}

async function inDatabase(connectionString: string, text: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}
