import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";

/**
 * Returns the restore whose turn it is: one that was cut short, then one of the organisation whose last turn is longest
 * ago. Only one is carried out at a time, so none of those that have begun goes on while the caller recovers.
 */
export async function findNextPastRestore(ctx: Context): Promise<string | null> {
  requireOperator(ctx);
  const [next] = await ctx.db.$queryRaw<{ databaseId: string }[]>(Prisma.sql`
    SELECT database_id AS "databaseId" FROM past_restore r
    WHERE status IN ('waiting', 'running')
    ORDER BY status = 'running' DESC,
      (SELECT max(started_at) FROM past_restore turn WHERE turn.organisation_id = r.organisation_id) NULLS FIRST,
      created_at, database_id
    LIMIT 1`);
  return next?.databaseId ?? null;
}
