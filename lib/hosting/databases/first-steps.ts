import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { CONNECTING } from "@/lib/core/audit/lasting";
import type { Context } from "@/lib/core/context";
import type { FirstSteps } from "./resource";

/**
 * Returns which steps of the first hour are done, as the records show: those of a database, or before there is one,
 * those of the organisation. Throws `database_not_found`.
 */
export async function readFirstSteps(ctx: Context, input: { databaseId: string | null }): Promise<FirstSteps> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const [connected, key, project] = await Promise.all([
    input.databaseId === null ? null : findConnecting(ctx, organisationId, input.databaseId),
    ctx.db.managementKey.findFirst({ where: { organisationId, revokedAt: null }, select: { id: true } }),
    ctx.db.project.findFirst({ where: { organisationId, deletedAt: null }, select: { id: true } }),
  ]);
  return { isConnected: connected !== null, hasKey: key !== null, hasProject: project !== null };
}

async function findConnecting(ctx: Context, organisationId: string, databaseId: string) {
  const { id } = await getDatabaseInOrganisation(ctx, organisationId, databaseId);
  const where = { organisationId, targetId: id, action: { in: [...CONNECTING] } };
  return ctx.db.auditEvent.findFirst({ where, select: { id: true } });
}
