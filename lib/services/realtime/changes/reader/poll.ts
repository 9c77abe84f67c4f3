import { z } from "zod";
import type { CustomerSession } from "@/lib/core/ports/customer-session";

/** What is more at once is reported as a gap. */
const MAX_ROWS_AT_ONCE = 20_000;

export interface RecordedRow {
  /** As the outbox has it. */
  text: string;
  values: Readonly<Record<string, unknown>>;
  /** The numbers among the values, with all their digits. */
  numbers: Readonly<Record<string, string>>;
}

export interface RecordedChange {
  schema: string;
  name: string;
  /** `bulk` and `truncate` stand for rows that are not recorded one by one. */
  op: "insert" | "update" | "delete" | "bulk" | "truncate";
  old: RecordedRow | null;
  new: RecordedRow | null;
  /** The columns whose values are too large to be recorded. */
  omitted: readonly string[];
  /** ISO 8601, UTC. */
  at: string;
}

export interface SentMessage {
  /** The id of the message, which is the same for every reader. */
  id: string;
  topic: string;
  event: string;
  payload: unknown;
}

export interface RecordedTransaction {
  xid: bigint;
  changes: RecordedChange[];
  messages: SentMessage[];
}

export interface Poll {
  /** What is visible now, as `xmin:xmax:xip_list`. */
  snapshot: string;
  /** Identifies the outbox: another one has another. `null` where there is none. */
  outboxId: string | null;
  /** Something of this transaction, and perhaps of earlier ones, is in the outbox no more. */
  trimmedThrough: bigint;
  transactions: RecordedTransaction[];
  /** Whether there was more than is read at once, of which nothing is told. */
  isTooMuch: boolean;
}

/** The digits of a row's numbers, which `JSON.parse` would round. */
const numbersIn = (row: string) =>
  `(SELECT jsonb_object_agg(key, value #>> '{}')
    FROM jsonb_each(CASE WHEN jsonb_typeof(${row}) = 'object' THEN ${row} END) WHERE jsonb_typeof(value) = 'number')::text`;

const COLUMNS = `xid::text, op, table_schema, table_name, old::text, new::text, ${numbersIn("old")}, ${numbersIn("new")},
  array_to_json(omitted)::text, to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), change.id::text`;

/**
 * The difference of two snapshots: what has become visible since the first. Reading below the oldest open transaction
 * would wait for those of every other database of the cluster.
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

/** Reads what has become visible since a snapshot. */
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

/** Returns what became visible between two snapshots; `null` where that is too much at once. */
export async function readBetween(
  session: CustomerSession,
  since: string,
  until: string,
): Promise<RecordedTransaction[] | null> {
  const { rows } = await session.query(BETWEEN, [since, until]);
  return rows.length > MAX_ROWS_AT_ONCE ? null : transactionsOf(rows);
}

const Row = z.record(z.string(), z.unknown());
const Recorded = z.object({
  op: z.enum(["insert", "update", "delete", "bulk", "truncate"]),
  schema: z.string(),
  name: z.string(),
  old: Row.nullable(),
  new: Row.nullable(),
  oldNumbers: z.record(z.string(), z.string()).nullable(),
  newNumbers: z.record(z.string(), z.string()).nullable(),
  omitted: z.array(z.string()).nullable(),
});
const Sent = z.object({ topic: z.string().min(1).max(256), event: z.string().min(1).max(256), payload: z.unknown() });

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
      const payload = sent.data?.payload ?? null;
      if (sent.success) transaction.messages.push({ ...sent.data, id: `${xid}.${row.at(-1)}`, payload });
    } else {
      const change = changeOf(row);
      if (change) transaction.changes.push(change);
    }
  }
  return [...found.values()];
}

function changeOf(row: readonly (string | null)[]): RecordedChange | null {
  const [, op, schema, name, oldText = null, newText = null, oldNumbers, newNumbers, omitted, at] = row;
  const read = Recorded.safeParse({
    ...{ op, schema, name, old: parsed(oldText), new: parsed(newText) },
    ...{ oldNumbers: parsed(oldNumbers), newNumbers: parsed(newNumbers), omitted: parsed(omitted) },
  });
  if (!read.success) return null;
  const { data } = read;
  const [needsOld, needsNew] = [/update|delete/.test(data.op), /insert|update/.test(data.op)];
  if ((needsOld && !data.old) || (needsNew && !data.new)) return null;
  return {
    ...{ op: data.op, schema: data.schema, name: data.name, omitted: data.omitted ?? [], at: at ?? "" },
    old: needsOld ? rowOf(oldText, data.old, data.oldNumbers) : null,
    new: needsNew ? rowOf(newText, data.new, data.newNumbers) : null,
  };
}

function rowOf(
  text: string | null,
  values: Record<string, unknown> | null,
  numbers: Record<string, string> | null,
): RecordedRow | null {
  return text === null || values === null ? null : { text, values, numbers: numbers ?? {} };
}

function parsed(text: string | null | undefined): unknown {
  return text === null || text === undefined ? null : JSON.parse(text);
}
