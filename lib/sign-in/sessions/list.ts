import type { SignedInContext } from "../context";
import { type Session, toWireSession } from "./resource";

export async function listSessions(ctx: SignedInContext): Promise<Session[]> {
  const userId = ctx.session.user.id;
  const rows = await ctx.db.session.findMany({
    where: { userId, projectId: ctx.project.id, expiresAt: { gt: ctx.clock.now() } },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    take: ctx.project.settings.session.perUser,
  });
  return rows.map((row) => toWireSession(row, userId));
}
