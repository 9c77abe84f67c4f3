import type { Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import type { Metadata, SessionUser } from "../session-user";

interface NewUser {
  email: string;
  name: string;
  image?: string | null;
  emailVerified: boolean;
  isTestUser?: boolean;
  publicMetadata?: Metadata;
  privateMetadata?: Metadata;
}

/** Inserts a user. Throws a unique violation when the address has a user already, which the caller handles. */
export async function createUser(ctx: Context & { project: { id: string } }, input: NewUser): Promise<SessionUser> {
  const now = ctx.clock.now();
  const { email, name, image = null, emailVerified, isTestUser = false } = input;
  const { publicMetadata = {}, privateMetadata = {} } = input;
  const row = { id: createId("user", ctx.random), email, name, image, emailVerified, createdAt: now, updatedAt: now };
  const metadata = { publicMetadata, privateMetadata };
  const data = { ...row, ...metadata, isTestUser, projectId: ctx.project.id };
  await ctx.db.user.create({ data, select: { id: true } });
  return { ...row, publicMetadata, twoFactorEnabled: false, bannedAt: null };
}
