import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { recordSecurityEvent, type SecurityEventEntry } from "../events/record";
import { getProjectInOrganisation } from "../projects/in-organisation";

export interface UserAddress {
  organisationId: string;
  projectId: string;
  userId: string;
}

/** Returns the user, reached through organisation and project. Throws `project_not_found`, `not_found`. */
export async function getUserInProject(ctx: Context, { organisationId, projectId, userId }: UserAddress) {
  await getProjectInOrganisation(ctx, organisationId, projectId);
  const row = await ctx.db.user.findFirst({ where: { id: userId, projectId } });
  if (!row) throw userNotFound();
  return row;
}

export function userNotFound(): ServiceError {
  return new ServiceError("not_found", "User not found.");
}

/** Ends a user's sessions and sign-ins under way. Returns how many sessions there were. */
export async function endAllSessions(tx: Context, { projectId, userId }: UserAddress): Promise<number> {
  const where = { projectId, userId };
  await tx.db.flow.deleteMany({ where });
  await tx.db.verification.deleteMany({ where });
  await tx.db.trustedDevice.deleteMany({ where });
  const { count } = await tx.db.session.deleteMany({ where });
  return count;
}

export function recordOwnerEvent(tx: Context, projectId: string, entry: SecurityEventEntry): Promise<void> {
  const data = { ...entry.data, actor: `${tx.actor.kind}:${tx.actor.id}` };
  return recordSecurityEvent({ ...tx, project: { id: projectId }, userAgent: "" }, { ...entry, data });
}
