import { SERVICE_SCOPE } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";

/** Returns whose audit log has what is done to a connection: its organisation's, or that of its project's owner. */
export async function findLogOf({ db }: Context, connectionId: string): Promise<string> {
  const select = { organisationId: true, project: { select: { organisationId: true } } };
  const row = await db.ssoConnection.findUnique({ where: { id: connectionId }, select });
  return row?.organisationId ?? row?.project.organisationId ?? SERVICE_SCOPE;
}
