import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { settleDataChanges, settleStatements } from "@/lib/sql/data-changes/settle";

/** Of one database, the newest. */
const KEPT_STATEMENTS = 10_000;
/** Each may hold rows of several megabytes. Those with a restore point stay as long as that: it is known by them to be used. */
const KEPT_CHANGES = 1_000;

/** What became of statements and changes whose process ended before it could say. */
export async function settleStatementsOfCrashes(ctx: Context): Promise<void> {
  await settleDataChanges(ctx);
  await settleStatements(ctx);
}

/** Forgets the oldest statements of databases with more than are kept, and the oldest ways back. */
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
