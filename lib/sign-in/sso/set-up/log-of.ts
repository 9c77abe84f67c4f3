import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";

/**
 * Returns the owner of the audit log that has the changes of a connection: its organisation's, or the owner of its
 * project.
 */
export async function findLogOf({ db }: Context, connectionId: string): Promise<string> {
  const select = { organisationId: true, project: { select: { organisationId: true } } };
  const row = await db.ssoConnection.findUnique({ where: { id: connectionId }, select });
  return row?.organisationId ?? row?.project.organisationId ?? SERVICE_SCOPE;
}
