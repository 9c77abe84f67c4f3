import type { UserContext } from "../context";
import type { SessionUser } from "../session-user";

const FIELDS = {
  id: true,
  name: true,
  email: true,
  emailVerified: true,
  image: true,
  twoFactorEnabled: true,
  bannedAt: true,
  createdAt: true,
  updatedAt: true,
} as const;

/** Returns the project's user of this address, which the caller has lower-cased. */
export function findUserByEmail(ctx: UserContext, email: string): Promise<SessionUser | null> {
  return ctx.db.user.findUnique({ where: { projectId_email: { projectId: ctx.project.id, email } }, select: FIELDS });
}

export function findUserById(ctx: UserContext, id: string): Promise<SessionUser | null> {
  return ctx.db.user.findFirst({ where: { id, projectId: ctx.project.id }, select: FIELDS });
}
