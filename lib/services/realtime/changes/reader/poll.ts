import { z } from "zod";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { jsonMembers, WrittenJson } from "@/lib/core/written-json";

/** A larger number of rows at the same time is reported as a gap. */
const MAX_ROWS_AT_ONCE = 20_000;

export interface RecordedRow {
  /** The JSON text of each value by its column; large values are missing. */
  values: ReadonlyMap<string, string>;
  /** The row as PostgreSQL reads it; `null` where policies aren't asked, or it is too large. */
  record: string | null;
  /** The number of characters that the outbox has of it. */
  length: number;
}

export interface RecordedChange {
  /** The table; `null` for `bulk` of any. */
  schema: string | null;
  name: string | null;
  /** `bulk` and `truncate` stand for rows that are not recorded one by one. */
  op: "insert" | "update" | "delete" | "bulk" | "truncate";
  old: RecordedRow | null;
  new: RecordedRow | null;
  /** The columns whose values are too large to be recorded. */
  omitted: readonly string[];
  /** The table's shape then; `null` is unlike any. */
  shape: string | null;
  /** ISO 8601, UTC. */
  at: string;
}

export interface SentMessage {
  /** The id of the message, which is the same for every reader. */
  id: string;
  topic: string;
  event: string;
  payload: WrittenJson;
}

export interface RecordedTransaction {
  xid: bigint;
  changes: RecordedChange[];
  messages: SentMessage[];
}

export interface Poll {
  /** The transactions that are visible now, as `xmin:xmax:xip_list`. */
  snapshot: string;
  /** Identifies the outbox: another one has another. `null` where there is none. */
  outboxId: string | null;
  /** Something of this transaction, and perhaps of earlier ones, is in the outbox no more. */
  trimmedThrough: bigint;
  transactions: RecordedTransaction[];
  /** Whether there was more than is read at once, of which nothing is told. */
  isTooMuch: boolean;
}

const COLUMNS = `xid::text, op, table_schema, table_name, old::text, new::text, old_record, new_record, shape::text,
  array_to_json(omitted)::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), change.id::text`;

/**
 * The difference of two snapshots: the transactions that have become visible since the first. Reading below the oldest
 * open transaction would wait for those of every other database of the cluster.
 */
const PREPARE = `
  PREPARE coppice_poll (pg_snapshot) AS
  WITH present AS MATERIALIZED (SELECT pg_current_snapshot() AS snapshot)
  SELECT snapshot::text, to_regclass('coppice_realtime.change')::oid::text,
    (SELECT trimmed_through::text FROM coppice_realtime.state), ${COLUMNS}
  FROM present LEFT JOIN coppice_realtime.change ON xid >= pg_snapshot_xmin($1)
    AND NOT pg_visible_in_snapshot(xid, $1) AND pg_visible_in_snapshot(xid, snapshot)
  ORDER BY change.xid, change.id LIMIT ${MAX_ROWS_AT_ONCE + 1}`;

const BETWEEN = `
  SELECT ${COLUMNS} FROM coppice_realtime.change WHERE xid >= pg_snapshot_xmin($1::pg_snapshot)
    AND NOT pg_visible_in_snapshot(xid, $1::pg_snapshot) AND pg_visible_in_snapshot(xid, $2::pg_snapshot)
  ORDER BY change.xid, change.id LIMIT ${MAX_ROWS_AT_ONCE + 1}`;

const SNAPSHOT = /^\d+:\d+:[\d,]*$/;

export async function preparePoll(session: CustomerSession): Promise<void> {
  await session.query(PREPARE);
}

/** Reads the changes that have become visible since a snapshot. */
export async function readPoll(session: CustomerSession, since: string): Promise<Poll> {
  if (!SNAPSHOT.test(since)) throw new TypeError("not a snapshot");
  const { rows } = await session.query(`EXECUTE coppice_poll('${since}')`);
  const [first] = rows;
  if (!first?.[0]) throw new TypeError("a poll has a first row");
  const [snapshot, outboxId = null, trimmed] = first;
  if (!trimmed) throw new Error("the outbox has no state");
  const isTooMuch = rows.length > MAX_ROWS_AT_ONCE;
  return {
    snapshot,
    outboxId,
    trimmedThrough: BigInt(trimmed),
    transactions: isTooMuch ? [] : transactionsOf(rows.map((row) => row.slice(3))),
    isTooMuch,
  };
}

/** Returns the changes that became visible between two snapshots; `null` if they are too many at once. */
export async function readBetween(
  session: CustomerSession,
  since: string,
  until: string,
): Promise<RecordedTransaction[] | null> {
  const { rows } = await session.query(BETWEEN, [since, until]);
  return rows.length > MAX_ROWS_AT_ONCE ? null : transactionsOf(rows);
}

const Recorded = z.object({
  op: z.enum(["insert", "update", "delete", "bulk", "truncate"]),
  schema: z.string().nullable(),
  name: z.string().nullable(),
  omitted: z.array(z.string()).nullable(),
});
const Sent = z.object({ topic: z.string().min(1).max(256), event: z.string().min(1).max(256) });

/** Rows that a customer has forged and that make no change are left out. */
function transactionsOf(rows: readonly (string | null)[][]): RecordedTransaction[] {
  const found = new Map<string, RecordedTransaction>();
  for (const row of rows) {
    const [xid] = row;
    if (typeof xid !== "string") continue;
    const transaction = found.get(xid) ?? { xid: BigInt(xid), changes: [], messages: [] };
    found.set(xid, transaction);
    if (row[1] === "send") {
      const sent = Sent.safeParse(parsed(row[5]));
      const payload = new WrittenJson(jsonMembers(row[5] ?? "")?.get("payload") ?? "null");
      if (sent.success) transaction.messages.push({ ...sent.data, id: `${xid}.${row.at(-1)}`, payload });
    } else {
      const change = changeOf(row);
      if (change) transaction.changes.push(change);
    }
  }
  return [...found.values()];
}

function changeOf(row: readonly (string | null)[]): RecordedChange | null {
  const [, op, schema, name, old, made, oldRecord, newRecord, shape = null, omitted, at] = row;
  const read = Recorded.safeParse({ op, schema, name, omitted: parsed(omitted) });
  if (!read.success) return null;
  const { data } = read;
  if ((data.schema === null || data.name === null) && data.op !== "bulk") return null;
  const before = /update|delete/.test(data.op) ? rowOf(old, oldRecord) : null;
  const after = /insert|update/.test(data.op) ? rowOf(made, newRecord) : null;
  if (before === undefined || after === undefined) return null;
  return { ...data, omitted: data.omitted ?? [], shape, at: at ?? "", old: before, new: after };
}

/** Returns `undefined` for a value that is no row. */
function rowOf(text: string | null | undefined, record: string | null = null): RecordedRow | undefined {
  const values = jsonMembers(text ?? "");
  return values ? { values, record, length: (text ?? "").length + (record ?? "").length } : undefined;
}

function parsed(text: string | null | undefined): unknown {
  return text === null || text === undefined ? null : JSON.parse(text);
}
