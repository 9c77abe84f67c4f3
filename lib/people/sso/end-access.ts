import type { Context } from "@/lib/core/context";
import { connectionsOf } from "./owner";

/** Ends a former member's access by the organisation's connections: sessions, and being known there. */
export async function endSsoAccess(
  tx: Context,
  { organisationId, userId }: { organisationId: string; userId: string },
): Promise<void> {
  const { projectId, ids } = await listConnections(tx, organisationId);
  if (ids.length === 0) return;
  const where = { projectId, userId };
  await tx.db.flow.deleteMany({ where: { ...where, kind: "two-factor" } });
  await tx.db.session.deleteMany({ where: { ...where, factors: { hasSome: ids } } });
  await tx.db.account.deleteMany({ where: { ...where, providerId: { in: ids } } });
}

/** Deletes an organisation's connections with all that came of them, before the organisation goes. */
export async function deleteConnectionsOf(tx: Context, organisationId: string): Promise<void> {
  const { projectId, ids } = await listConnections(tx, organisationId);
  if (ids.length === 0) return;
  const providerId = { in: ids };
  const accounts = await tx.db.account.findMany({ where: { projectId, providerId }, select: { userId: true } });
  const userId = { in: accounts.map((account) => account.userId) };
  await tx.db.session.deleteMany({ where: { projectId, userId, factors: { hasSome: ids } } });
  await tx.db.account.deleteMany({ where: { projectId, providerId } });
  await tx.db.ssoConnection.deleteMany({ where: { organisationId, id: { in: ids } } });
}

async function listConnections(tx: Context, organisationId: string): Promise<{ projectId: string; ids: string[] }> {
  const { projectId } = await connectionsOf(tx, organisationId);
  const rows = await tx.db.ssoConnection.findMany({ where: { projectId, organisationId }, select: { id: true } });
  return { projectId, ids: rows.map(({ id }) => id) };
}
