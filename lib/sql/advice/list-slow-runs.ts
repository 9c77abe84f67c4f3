import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import type { SlowRun } from "./resource";

const MAX_RUNS = 20;
const MAX_CHARACTERS = 2_000;
const DAYS = 30;
const SLOW_MICROS = 100_000;

/**
 * Returns the slowest statements of the history, those of the last 30 days that took at least 100 ms. Statements of apps
 * are not in the history. Throws `missing_permission`, `database_not_found`.
 */
export async function listSlowRuns(ctx: Context, input: { databaseId: string }): Promise<SlowRun[]> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const since = new Date(ctx.clock.now().getTime() - DAYS * 86_400_000);
  const rows = await ctx.db.$queryRaw<(Omit<SlowRun, "latestAt"> & { latestAt: Date })[]>`
    SELECT left(text, ${MAX_CHARACTERS}) AS statement, count(*)::int AS runs,
      max(duration_micros)::float8 AS micros, max(started_at) AS "latestAt"
    FROM statement
    WHERE database_id = ${id} AND started_at >= ${since} AND duration_micros >= ${SLOW_MICROS}
    GROUP BY text ORDER BY 3 DESC, 4 DESC LIMIT ${MAX_RUNS}`;
  return rows.map((row) => ({ ...row, latestAt: row.latestAt.toISOString() }));
}
