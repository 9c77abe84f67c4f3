import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { findBackgroundRuns } from "./find";
import type { BackgroundRun } from "./resource";

const SHOWN = 10;
const DAY_MS = 86_400_000;

/**
 * Returns the runs in the background of a database that wait or go on, and those that ended within a day, newest first.
 * Throws `missing_permission`, `database_not_found`.
 */
export async function listBackgroundRuns(ctx: Context, input: { databaseId: string }): Promise<BackgroundRun[]> {
  const { organisationId } = requirePermission(ctx.actor, "data:read");
  const { id: databaseId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const since = new Date(ctx.clock.now().getTime() - DAY_MS);
  return findBackgroundRuns(ctx, { databaseId, OR: [{ finishedAt: null }, { finishedAt: { gte: since } }] }, SHOWN);
}
