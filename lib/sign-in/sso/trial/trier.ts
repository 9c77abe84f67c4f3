import type { SignInContext } from "../../context";
import type { FlowData } from "../../flow/flow";

/** The person who tries a connection and alone sees the result: a dashboard session, or a set-up link's browser. */
export type Trier = { kind: "member"; organisationId: string; sessionId: string } | { kind: "set-up"; linkId: string };

export function trierData(trier: Trier): FlowData {
  return trier.kind === "member"
    ? { organisationId: trier.organisationId, sessionId: trier.sessionId, linkId: null }
    : { organisationId: null, sessionId: null, linkId: trier.linkId };
}

export function trierOf({ organisationId, sessionId, linkId }: FlowData): Trier {
  if (typeof linkId === "string") return { kind: "set-up", linkId };
  return { kind: "member", organisationId: String(organisationId), sessionId: String(sessionId) };
}

/**
 * Returns whether the session, or the link, still is. Their Strict cookies don't travel with an identity provider's
 * redirect, so the flow names them.
 */
export async function isTrierThere(
  ctx: SignInContext,
  { projectId, connectionId }: { projectId: string; connectionId: string },
  trier: Trier,
): Promise<boolean> {
  const expiresAt = { gt: ctx.clock.now() };
  if (trier.kind === "member") {
    const where = { id: trier.sessionId, expiresAt, user: { bannedAt: null } };
    return (await ctx.db.session.count({ where })) === 1;
  }
  const where = { id: trier.linkId, projectId, connectionId, expiresAt, cookieHash: { not: null } };
  return (await ctx.db.ssoSetUpLink.count({ where })) === 1;
}
