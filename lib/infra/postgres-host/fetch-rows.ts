import type pg from "pg";
import Cursor from "pg-cursor";
import type { ResultField, ResultLimits } from "@/lib/core/ports/customer-session";
import { type Kept, KeptRows } from "./kept-rows";

const ROWS_PER_FETCH = 500;

/** Leaves values as the server writes them. */
export const AS_TEXT = { getTypeParser: () => (value: unknown) => value } as unknown as pg.CustomTypesConfig;

export interface RowsOfStatement extends Kept {
  command: string;
  rowCount: number | null;
  fields: readonly ResultField[];
}

/** Runs a statement and takes its rows in portions until the limits are reached; the rest is left at the server. */
export async function fetchRows(
  client: pg.Client,
  { text, values }: { text: string; values: readonly (string | null)[] },
  limits: ResultLimits,
): Promise<RowsOfStatement> {
  const cursor = client.query(new Cursor(text, [...values], { rowMode: "array", types: AS_TEXT }));
  const kept = new KeptRows(limits);
  for (;;) {
    const wanted = Math.min(ROWS_PER_FETCH, limits.maxRows + 1 - kept.rows.length);
    const { batch, result } = await readBatch(cursor, wanted);
    const { fields, command, rowCount } = result;
    for (const row of batch) {
      if (kept.add(row)) continue;
      await cursor.close();
      return { command: "", rowCount: null, fields, ...kept };
    }
    if (batch.length === wanted) continue;
    // The tag counts the rows of the last fetch alone.
    return { command, rowCount: kept.rows.length || rowCount, fields, ...kept };
  }
}

function readBatch(cursor: Cursor<(string | null)[]>, wanted: number) {
  return new Promise<{ batch: (string | null)[][]; result: pg.QueryResult }>((resolve, reject) => {
    cursor.read(wanted, (error, batch, result) => (error ? reject(error) : resolve({ batch, result })));
  });
}
