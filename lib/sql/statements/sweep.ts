import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { settleDataChanges, settleStatements } from "@/lib/sql/data-changes/settle";

const KEPT_STATEMENTS = 10_000;
/** Each change may hold several megabytes; one with a restore point stays as long as that, to show its use. */
const KEPT_CHANGES = 1_000;

/** Settles the statements and changes whose process ended before it knew their outcome. */
export async function settleStatementsOfCrashes(ctx: Context): Promise<void> {
  await settleDataChanges(ctx);
  await settleStatements(ctx);
}

/** Deletes the oldest statements and changes of databases that have more than are kept. */
export async function sweepStatements(ctx: Context): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    DELETE FROM statement WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY database_id ORDER BY started_at DESC, id DESC) AS nth FROM statement
      ) AS numbered WHERE nth > ${KEPT_STATEMENTS})`);
  await ctx.db.$executeRaw(Prisma.sql`
    DELETE FROM data_change WHERE id IN (
      SELECT id FROM (
        SELECT id, row_number() OVER (PARTITION BY database_id ORDER BY created_at DESC, id DESC) AS nth
        FROM data_change WHERE status <> 'pending' AND restore_point_id IS NULL
      ) AS numbered WHERE nth > ${KEPT_CHANGES})`);
}
