import type { UserContext } from "../../context";
import { findConnection } from "../find-connection";

/**
 * Returns where the browser signs out at the identity provider that its session began at; `null` where there is none, or
 * it has no such address. Call it before the session ends.
 */
export async function providerSignOutUrl(ctx: UserContext, relayState: string | undefined): Promise<string | null> {
  const id = ctx.session?.ssoSessionId ?? null;
  if (id === null) return null;
  const row = await ctx.db.ssoSession.findFirst({ where: { id, projectId: ctx.project.id } });
  if (row === null) return null;
  const connection = await findConnection(ctx, row.connectionId);
  if (connection?.protocol !== "saml" || connection.identityProvider.signOutUrl === null) return null;
  const { serviceProvider, identityProvider } = connection;
  const { subject: nameId, nameIdFormat, sessionIndex } = row;
  const session = { nameId, nameIdFormat, sessionIndex, relayState };
  return ctx.signIn.saml.logoutRequestUrl(serviceProvider, identityProvider, session);
}
