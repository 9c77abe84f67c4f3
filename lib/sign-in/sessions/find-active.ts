import { hashSecretText } from "@/lib/core/crypto/secret-text";
import type { AuthContext } from "../context";
import { prolongedEnd } from "./lifetime";
import type { ActiveSession } from "./session-lookup";

/** Looks the request's cookie up. Started before the tenant is known, so that both look-ups share a round trip. */
export function lookUpSession(ctx: Pick<AuthContext, "auth" | "sessionToken">): Promise<ActiveSession | null> {
  if (ctx.sessionToken === null) return Promise.resolve(null);
  return ctx.auth.sessions.find(hashSecretText(ctx.sessionToken));
}

/** The session when it is the project's, has not ended, and its user is not blocked. */
export function acceptSession(ctx: AuthContext, found: ActiveSession | null): ActiveSession | null {
  if (!found || found.projectId !== ctx.tenant.id) return null;
  if (found.expiresAt <= ctx.clock.now() || found.user.bannedAt !== null) return null;
  return found;
}

/** Prolongs a session that is due, and sends its cookie again. The first of several requests at once does it. */
export async function prolongSession(ctx: AuthContext, session: ActiveSession): Promise<ActiveSession> {
  const now = ctx.clock.now();
  const expiresAt = prolongedEnd(session, ctx.tenant.settings.session, now);
  if (expiresAt === null || ctx.sessionToken === null) return session;
  const { count } = await ctx.db.session.updateMany({
    where: { id: session.id, projectId: ctx.tenant.id, updatedAt: session.updatedAt },
    data: { expiresAt, updatedAt: now },
  });
  if (count === 0) return session;
  const maxAgeSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  ctx.reply.cookie = { token: ctx.sessionToken, maxAgeSeconds };
  return { ...session, expiresAt, updatedAt: now };
}
