import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { requireKeptRoom } from "@/lib/hosting/kept-bytes/require-room";
import { countRows, type RecordedTable, sealRows } from "./recorded-rows";

interface ChangeSubject {
  organisationId: string;
  databaseId: string;
  statementId: string | null;
}

/**
 * Records a change before the customer's transaction ends, so that every committed change can be undone. An undo takes
 * no room: it gets that of the change it takes back. Throws `limit_reached` when the organisation may keep no more.
 */
export async function insertRowChange(
  ctx: Context,
  subject: ChangeSubject,
  {
    tables,
    transactionId,
    isUndo = false,
  }: {
    tables: readonly RecordedTable[];
    transactionId: string;
    isUndo?: boolean;
  },
): Promise<string> {
  const id = createId("dataChange", ctx.random);
  const names = new Set(tables.map(({ schema, name }) => JSON.stringify([schema, name])));
  const [table] = tables;
  const rows = sealRows(ctx, id, tables);
  const sizeBytes = isUndo ? 0 : rows.length + (await textBytes(ctx, subject.statementId));
  await ctx.db.dataChange.create({
    data: {
      id,
      ...subject,
      transactionId,
      tableSchema: names.size === 1 ? (table?.schema ?? null) : null,
      tableName: names.size === 1 ? (table?.name ?? null) : null,
      rowCount: countRows(tables),
      rows,
      sizeBytes,
      createdAt: ctx.clock.now(),
    },
    select: { id: true },
  });
  await requireKeptRoom(ctx, { organisationId: subject.organisationId, added: sizeBytes });
  return id;
}

/** Returns the size of a statement's text, which is kept as long as its change. */
async function textBytes(ctx: Context, statementId: string | null): Promise<number> {
  if (statementId === null) return 0;
  const statement = await ctx.db.statement.findUniqueOrThrow({ where: { id: statementId }, select: { text: true } });
  return Buffer.byteLength(statement.text);
}

export async function insertRestorePointChange(
  ctx: Context,
  subject: ChangeSubject,
  { restorePointId, transactionId }: { restorePointId: string; transactionId: string | null },
): Promise<string> {
  const id = createId("dataChange", ctx.random);
  const sizeBytes = await textBytes(ctx, subject.statementId);
  const data = { id, ...subject, restorePointId, transactionId, sizeBytes, createdAt: ctx.clock.now() };
  await ctx.db.dataChange.create({ data, select: { id: true } });
  await requireKeptRoom(ctx, { organisationId: subject.organisationId, added: sizeBytes });
  return id;
}

/** Records whether the transaction of these changes was committed or rolled back. */
export async function settleChanges(
  ctx: Context,
  { organisationId, ids }: { organisationId: string; ids: readonly string[] },
  status: "committed" | "aborted",
): Promise<void> {
  // The rows of a change that was rolled back are of no use.
  const data = status === "aborted" ? { status, rows: null, rowCount: 0, sizeBytes: 0 } : { status };
  const where = { id: { in: [...ids] }, organisationId, status: "pending" };
  if (ids.length === 0) return;
  await ctx.db.dataChange.updateMany({ where: { ...where, undoneAt: null }, data });
  // A restore took it back before its outcome was known.
  await ctx.db.dataChange.updateMany({ where, data: status === "committed" ? { status: "undone" } : data });
}

/** Returns the id of the open transaction; `null` when it has none, since it has changed nothing. */
export async function assignedTransactionId(session: CustomerSession): Promise<string | null> {
  const { rows } = await session.query("SELECT pg_catalog.pg_current_xact_id_if_assigned()");
  return rows[0]?.[0] ?? null;
}

/** Returns the id of the open transaction, by which the cluster knows later whether it was committed. */
export async function currentTransactionId(session: CustomerSession): Promise<string> {
  const { rows } = await session.query("SELECT pg_catalog.pg_current_xact_id()");
  const [id] = rows[0] ?? [];
  if (!id) throw new TypeError("a transaction without an id");
  return id;
}
