import type { UserContext } from "../context";
import type { SessionUser } from "../session-user";
import type { Metadata } from "./metadata";

const FIELDS = {
  id: true,
  name: true,
  email: true,
  emailVerified: true,
  image: true,
  twoFactorEnabled: true,
  publicMetadata: true,
  bannedAt: true,
  createdAt: true,
  updatedAt: true,
} as const;

/** What a look-up of a project's user needs. */
type ProjectContext = Pick<UserContext, "db"> & { project: { id: string } };

/** Returns the project's user of this address, which the caller has lower-cased. */
export async function findUserByEmail(ctx: ProjectContext, email: string): Promise<SessionUser | null> {
  const where = { projectId_email: { projectId: ctx.project.id, email } };
  return toSessionUser(await ctx.db.user.findUnique({ where, select: FIELDS }));
}

export async function findUserById(ctx: UserContext, id: string): Promise<SessionUser | null> {
  return toSessionUser(await ctx.db.user.findFirst({ where: { id, projectId: ctx.project.id }, select: FIELDS }));
}

type Row = Omit<SessionUser, "publicMetadata"> & { publicMetadata: unknown };

function toSessionUser(row: Row | null): SessionUser | null {
  return row && { ...row, publicMetadata: row.publicMetadata as Metadata };
}
