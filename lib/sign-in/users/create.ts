import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { SessionUser } from "../session-user";

interface NewUser {
  email: string;
  name: string;
  image?: string | null;
  emailVerified: boolean;
  isTestUser?: boolean;
}

/** Inserts a user. Throws a unique violation when the address has a user already, which the caller handles. */
export async function createUser(ctx: Context & { project: { id: string } }, input: NewUser): Promise<SessionUser> {
  const now = ctx.clock.now();
  const { email, name, image = null, emailVerified, isTestUser = false } = input;
  const row = { id: createId("user", ctx.random), email, name, image, emailVerified, createdAt: now, updatedAt: now };
  await ctx.db.user.create({ data: { ...row, isTestUser, projectId: ctx.project.id }, select: { id: true } });
  return { ...row, twoFactorEnabled: false, bannedAt: null };
}
