import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { plansInForce } from "@/lib/core/plans";
import { settleDataChanges, settleStatements } from "@/lib/sql/data-changes/settle";

/** The history of statements is kept for so long. */
export const HISTORY_DAYS = 90;
/** A database keeps this many of the statements that changed nothing, the newest ones. */
export const KEPT_READS = 10_000;
const ABORTED_DAYS = 1;
const DAY_MS = 86_400_000;

/** Settles the statements and changes whose process ended before it knew their outcome. */
export async function settleStatementsOfCrashes(ctx: Context): Promise<void> {
  await settleDataChanges(ctx);
  await settleStatements(ctx);
}

/**
 * Deletes statements and changes that are older than they are kept. A change with a restore point stays as long as
 * that, to show its use, and a statement as long as its change.
 */
export async function sweepStatements(ctx: Context): Promise<void> {
  const daysAgo = (days: number) => new Date(ctx.clock.now().getTime() - days * DAY_MS);
  for (const [plan, { restorePoints }] of Object.entries(plansInForce())) {
    await ctx.db.dataChange.deleteMany({
      where: {
        restorePointId: null,
        status: { not: "pending" },
        createdAt: { lt: daysAgo(restorePoints.days) },
        database: { organisation: { plan } },
      },
    });
  }
  await ctx.db.dataChange.deleteMany({
    where: { restorePointId: null, status: "aborted", createdAt: { lt: daysAgo(ABORTED_DAYS) } },
  });
  await ctx.db.$executeRaw(Prisma.sql`
    DELETE FROM statement WHERE id IN (
      SELECT id FROM (
        SELECT id, started_at, row_number() OVER (PARTITION BY database_id ORDER BY started_at DESC, id DESC) AS nth
        FROM statement
        WHERE NOT EXISTS (
          SELECT FROM data_change WHERE statement_id = statement.id AND status IN ('pending', 'committed', 'undone'))
      ) AS unchanging WHERE nth > ${KEPT_READS} OR started_at < ${daysAgo(HISTORY_DAYS)}::timestamptz)`);
}
