import type { Context } from "@/lib/core/context";
import { requireProject } from "../project-keys/authorise";
import type { OwnedSession } from "./owned-user";
import { getUserInProject, READ_USERS, type UserAddress } from "./user-address";

/** A project allows a user a number of sessions, 100 by default, so a list has no pages. */
const MOST = 1_000;

/** Returns a user's sessions that have not ended, newest first. */
export async function listUserSessions(ctx: Context, address: UserAddress): Promise<{ items: OwnedSession[] }> {
  await requireProject(ctx, address.projectId, READ_USERS);
  const { bannedAt } = await getUserInProject(ctx, address);
  return { items: bannedAt === null ? await activeSessionsOf(ctx, address) : [] };
}

export async function activeSessionsOf(ctx: Context, { projectId, userId }: UserAddress): Promise<OwnedSession[]> {
  const rows = await ctx.db.session.findMany({
    where: { userId, projectId, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: MOST,
  });
  return rows.map(({ id, factors, ipAddress, userAgent, signedInAt, updatedAt, expiresAt }) => ({
    id,
    factors,
    ipAddress,
    userAgent,
    signedInAt: signedInAt.toISOString(),
    lastUsedAt: updatedAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
  }));
}
