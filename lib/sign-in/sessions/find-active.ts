import { hashSecretText } from "@/lib/core/crypto/secret-text";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import type { ActiveSession } from "../session-user";
import { connectionIn } from "../sso-domains/connection-in";
import { prolongedEnd } from "./issue";

/** Looks up the cookie's session before the project is known, so that both look-ups share a round trip. */
export function lookUpSession(ctx: Pick<UserContext, "signIn" | "sessionToken">): Promise<ActiveSession | null> {
  if (ctx.sessionToken === null) return Promise.resolve(null);
  return ctx.signIn.sessions.find(hashSecretText(ctx.sessionToken));
}

/**
 * Returns the session when it is the project's, has not ended and its user is not blocked. In the dashboard's project,
 * one that an organisation's connection began is returned only for its permitted uses: enter that organisation, and
 * end.
 */
export function acceptSession(
  ctx: Pick<UserContext, "project" | "clock">,
  found: ActiveSession | null,
  { isForOrganisation = false } = {},
): ActiveSession | null {
  if (!found || found.projectId !== ctx.project.id) return null;
  if (ctx.project.isBuiltIn && !isForOrganisation && connectionIn(found.factors) !== null) return null;
  if (found.expiresAt <= ctx.clock.now() || found.user.bannedAt !== null) return null;
  return ctx.project.settings.organizations.enabled ? found : { ...found, activeOrganisation: null };
}

interface UsedSession {
  session: ActiveSession;
  /** The session's cookie again, where its end has moved. */
  cookies: BrowserCookie[];
}

/** Prolongs a session that is due; only one of several concurrent requests does it. */
export async function prolongSession(ctx: UserContext, session: ActiveSession): Promise<UsedSession> {
  const now = ctx.clock.now();
  const expiresAt = prolongedEnd(session, ctx.project.settings.session, now);
  if (expiresAt === null || ctx.sessionToken === null) return { session, cookies: [] };
  const { count } = await ctx.db.session.updateMany({
    where: { id: session.id, projectId: ctx.project.id, updatedAt: session.updatedAt },
    data: { expiresAt, updatedAt: now },
  });
  if (count === 0) return { session, cookies: [] };
  const maxAgeSeconds = Math.floor((expiresAt.getTime() - now.getTime()) / 1_000);
  return {
    session: { ...session, expiresAt, updatedAt: now },
    cookies: [{ kind: "session", value: ctx.sessionToken, maxAgeSeconds }],
  };
}
