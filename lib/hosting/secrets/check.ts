import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { OperatorError } from "@/lib/core/operator-error";
import { identifiersOf, SEALED_COLUMNS, type SealedColumn } from "./sealed-columns";

export interface KeyUsage {
  keyId: string;
  /** The number of values that are sealed with it. */
  values: number;
  inRing: boolean;
}

/** Returns the keys that stored values are sealed with, and whether the ring has them. */
export async function listKeyUsage(ctx: Context): Promise<KeyUsage[]> {
  const rows = await ctx.db.$queryRaw<{ keyId: string; values: bigint }[]>`
    select key_id as "keyId", count(*) as "values"
    from (${Prisma.join(SEALED_COLUMNS.map(selectKeyIds), " union all ")}) as sealed
    group by key_id order by key_id`;
  return rows.map((row) => ({ keyId: row.keyId, values: Number(row.values), inRing: ctx.sealer.has(row.keyId) }));
}

/** Throws `OperatorError` when stored values need a key that the ring lacks; called at every start. */
export async function requireCompleteKeyRing(ctx: Context): Promise<void> {
  const missing = (await listKeyUsage(ctx)).filter((usage) => !usage.inRing);
  if (missing.length === 0) return;
  const keys = missing.map((usage) => `${usage.keyId} (${usage.values} values)`).join(", ");
  throw new OperatorError(
    `The secret key ring lacks keys that stored values are sealed with: ${keys}. Put them back; after that, \`coppice secrets rotate\` replaces them.`,
  );
}

function selectKeyIds(sealedColumn: SealedColumn): Prisma.Sql {
  const { table, column } = identifiersOf(sealedColumn);
  return Prisma.sql`select split_part(${column}, '.', 2) as key_id from ${table} where ${column} is not null`;
}
