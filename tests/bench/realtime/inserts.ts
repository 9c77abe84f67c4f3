import pg from "pg";
import { goal, type Table, times } from "../report";
import { median } from "../statistics";
import type { Followed } from "./followed";

const CONNECTIONS = 8;
const AT_LEAST = 0.8;

/** Inserts of single rows into a published table and into one that is not, in turn. */
export async function insertsTable(followed: Followed, rounds: number, seconds: number): Promise<Table> {
  const { customer, connectionString, publish } = followed;
  for (const table of ["told", "untold"]) {
    await customer.query(`CREATE TABLE ${table} (id bigserial PRIMARY KEY, owner_id text, body text, at timestamptz)`);
  }
  await publish("told", "anyone");
  const pool = new pg.Pool({ connectionString, max: CONNECTIONS });
  const rates: Record<"told" | "untold", number[]> = { told: [], untold: [] };
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? (["told", "untold"] as const) : (["untold", "told"] as const);
    for (const table of order) rates[table].push(await rateOf(pool, table, seconds));
  }
  await pool.end();
  const [told, untold] = [median(rates.told), median(rates.untold)];
  const what = `inserts a second, ${CONNECTIONS} connections (${rounds} runs each)`;
  return {
    title: "A row inserted into a published table",
    columns: ["What", "Published", "Unpublished", "Ratio", "Goal", "Met"],
    rows: [[what, told.toFixed(0), untold.toFixed(0), times(told / untold), ...goal(told / untold, AT_LEAST, "≥")]],
  };
}

async function rateOf(pool: pg.Pool, table: string, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1_000;
  let inserted = 0;
  const insertUntilThen = async () => {
    const client = await pool.connect();
    const text = `INSERT INTO ${table} (owner_id, body, at) VALUES ($1, $2, now())`;
    while (performance.now() < until) {
      await client.query({ name: table, text, values: ["usr_4k9x2m7q1w8e5r3t6y0u", "a note of an ordinary length"] });
      inserted += 1;
    }
    client.release();
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, insertUntilThen));
  return inserted / seconds;
}
