import type { Context } from "@/lib/core/context";
import { SealError } from "@/lib/core/crypto/seal";
import { identifiersOf, SEALED_COLUMNS, type SealedColumn } from "./sealed-columns";

const BATCH_SIZE = 200;

export interface ResealCounts {
  resealed: number;
  /** Values that changed or went meanwhile; the next pass finds them if they still need it. */
  skipped: number;
  /** Values that no key of the ring opens, as `table.column:row id`. */
  unreadable: string[];
}

interface SealedRow {
  id: string;
  sealed: string;
}

/** Seals values of other keys with the primary one, unless they change meanwhile. It may be interrupted and rerun. */
export async function resealAll(ctx: Context): Promise<ResealCounts> {
  const counts: ResealCounts = { resealed: 0, skipped: 0, unreadable: [] };
  for (const sealedColumn of SEALED_COLUMNS) {
    let rows = await readBatch(ctx, sealedColumn, "");
    while (rows.length > 0) {
      await resealBatch(ctx, sealedColumn, rows, counts);
      ctx.crashPoint("secrets.batch_resealed");
      rows = await readBatch(ctx, sealedColumn, rows.at(-1)?.id ?? "");
    }
  }
  return counts;
}

function readBatch(ctx: Context, sealedColumn: SealedColumn, afterId: string): Promise<SealedRow[]> {
  const { table, column, rowId } = identifiersOf(sealedColumn);
  return ctx.db.$queryRaw<SealedRow[]>`
    select ${rowId} as id, ${column} as sealed from ${table}
    where ${rowId} > ${afterId} and split_part(${column}, '.', 2) <> ${ctx.sealer.primaryKeyId}
    order by ${rowId} limit ${BATCH_SIZE}`;
}

async function resealBatch(
  ctx: Context,
  sealedColumn: SealedColumn,
  rows: SealedRow[],
  counts: ResealCounts,
): Promise<void> {
  const changes: { id: string; from: string; to: string }[] = [];
  for (const { id, sealed } of rows) {
    const place = { table: sealedColumn.table, column: sealedColumn.column, rowId: id };
    try {
      changes.push({ id, from: sealed, to: ctx.sealer.seal(ctx.sealer.open(sealed, place), place) });
    } catch (error) {
      if (!(error instanceof SealError)) throw error;
      counts.unreadable.push(`${sealedColumn.table}.${sealedColumn.column}:${id}`);
    }
  }
  const { table, column, rowId } = identifiersOf(sealedColumn);
  const updated = await ctx.db.$executeRaw`
    update ${table} set ${column} = change."to"
    from unnest(
      ${changes.map((change) => change.id)}::text[],
      ${changes.map((change) => change.from)}::text[],
      ${changes.map((change) => change.to)}::text[]
    ) as change (row_id, "from", "to")
    where ${rowId} = change.row_id and ${table}.${column} = change."from"`;
  counts.resealed += updated;
  counts.skipped += changes.length - updated;
}
