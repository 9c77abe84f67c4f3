import type { SsoSession } from "@/lib/core/db/generated/client";
import { isSocialFailure } from "@/lib/core/ports/social-failure";
import { findConnection, type OfProject, type OidcConnection, type SamlConnection } from "../find-connection";
import { deliveryAddress } from "../saml/delivery";
import { serviceProviderOf } from "../saml/service-provider";
import { idTokenPlace } from "./begin";

interface EndedSession {
  ssoSessionId: string | null;
  user: { email: string };
}

/**
 * Returns where the browser signs out at the identity provider that its session began at; `null` where there is none, it
 * has no such address, or its issuer doesn't answer. The browser comes back to `returnTo`, if the project allows it.
 */
export async function providerSignOutUrl(
  ctx: OfProject,
  { ssoSessionId: id, user }: EndedSession,
  returnTo: string | undefined,
): Promise<string | null> {
  if (id === null) return null;
  const where = { id, projectId: ctx.project.id };
  const row = await ctx.db.ssoSession.findFirst({ where, omit: { idToken: false } });
  if (row === null) return null;
  const connection = await findConnection(ctx, row.connectionId);
  if (connection === null) return null;
  return connection.protocol === "saml"
    ? signOutByRequest(ctx, connection, row, returnTo)
    : endSessionUrl(ctx, connection, row, { logoutHint: user.email, state: returnTo });
}

async function signOutByRequest(
  ctx: OfProject,
  { id, serviceProvider, identityProvider }: SamlConnection,
  { subject: nameId, nameIdFormat, sessionIndex }: SsoSession,
  relayState: string | undefined,
): Promise<string | null> {
  if (identityProvider.signOutUrl === null) return null;
  const session = { nameId, nameIdFormat, sessionIndex, relayState };
  const message = await ctx.signIn.saml.logoutRequest(serviceProvider, identityProvider, session);
  return deliveryAddress(ctx, { projectId: ctx.project.id, id }, message);
}

async function endSessionUrl(
  ctx: OfProject,
  { id: connectionId, client }: OidcConnection,
  { id, idToken: sealed }: SsoSession,
  wanted: { logoutHint: string; state: string | undefined },
): Promise<string | null> {
  const { postLogoutRedirectUri } = serviceProviderOf(ctx, { projectId: ctx.project.id, id: connectionId });
  const idToken = sealed === null ? null : ctx.sealer.open(sealed, idTokenPlace(id));
  const request = { idToken, postLogoutRedirectUri, ...wanted };
  try {
    return await ctx.signIn.identityProviders.endSessionUrl(connectionId, client, request);
  } catch (error) {
    if (isSocialFailure(error)) return null;
    throw error;
  }
}
