import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { ServiceError } from "@/lib/core/errors";
import { userNotFound } from "@/lib/core/not-found";
import { insertSecurityEvent, recordSecurityEvent, type SecurityEventEntry } from "../events/record";
import type { ProjectGrant } from "../project-keys/authorise";

export interface UserAddress {
  projectId: string;
  userId: string;
}

export const READ_USERS: ProjectGrant = { scope: "read", permission: "users:read" };
export const WRITE_USERS: ProjectGrant = { scope: "read-write", permission: "users:write" };

/** Returns the user, reached through a project that the caller has been let into. Throws `user_not_found`. */
export async function getUserInProject(ctx: Context, { projectId, userId }: UserAddress) {
  const row = await ctx.db.user.findFirst({ where: { id: userId, projectId } });
  if (!row) throw userNotFound();
  return row;
}

export function emailTaken(): ServiceError {
  return new ServiceError("email_taken", "Another user of the project has this email address.");
}

/** Ends a user's sessions and sign-ins under way. Returns how many sessions there were. */
export async function endAllSessions(tx: Context, { projectId, userId }: UserAddress): Promise<number> {
  const where = Prisma.sql`where project_id = ${projectId} and user_id = ${userId}`;
  const [counted] = await tx.db.$queryRaw<{ count: number }[]>(Prisma.sql`
    with begun as (delete from flow ${where}),
         mailed as (delete from verification ${where}),
         trusted as (delete from trusted_device ${where}),
         ended as (delete from user_session ${where} returning 1)
    select count(*)::int from ended`);
  return counted?.count ?? 0;
}

export function recordOwnerEvent(tx: Context, projectId: string, entry: SecurityEventEntry): Promise<void> {
  return recordSecurityEvent({ ...tx, project: { id: projectId }, userAgent: "" }, byActor(tx, entry));
}

/** Returns the statement that writes such an event, to be part of the statement of the change. */
export function insertOwnerEvent(tx: Context, projectId: string, entry: SecurityEventEntry): Prisma.Sql {
  return insertSecurityEvent({ ...tx, project: { id: projectId }, userAgent: "" }, byActor(tx, entry));
}

function byActor({ actor }: Context, entry: SecurityEventEntry): SecurityEventEntry {
  return { ...entry, data: { ...entry.data, actor: `${actor.kind}:${actor.id}` } };
}
