import type { SecretPlace } from "@/lib/core/crypto/seal";
import type { SamlServiceProvider } from "@/lib/core/ports/saml";
import type { SignInContext } from "../../context";

interface ServiceAddresses {
  entityId: string;
  acsUrl: string;
  logoutUrl: string;
  redirectUri: string;
  backchannelLogoutUri: string;
  postLogoutRedirectUri: string;
  startUrl: string;
}

/** Returns what a connection is called at its identity provider: its entity ID is the address of its metadata. */
export function serviceProviderOf(
  { baseUrl }: { baseUrl: string },
  { projectId, id }: { projectId: string; id: string },
): ServiceAddresses {
  const startUrl = `${baseUrl}/auth/${projectId}/sso/${id}`;
  return {
    entityId: `${startUrl}/metadata`,
    acsUrl: `${startUrl}/acs`,
    logoutUrl: `${startUrl}/slo`,
    redirectUri: `${startUrl}/callback`,
    backchannelLogoutUri: `${startUrl}/backchannel-logout`,
    postLogoutRedirectUri: `${startUrl}/signed-out`,
    startUrl,
  };
}

interface KeyRow {
  id: string;
  projectId: string;
  privateKey: string | null;
  certificate: string | null;
  signsRequests: boolean;
  requiresEncryption: boolean;
}

/** Returns the connection as its identity provider sees it, with its own key opened. */
export function samlServiceProviderOf(
  ctx: Pick<SignInContext, "baseUrl" | "sealer">,
  row: KeyRow,
): SamlServiceProvider {
  const { entityId, acsUrl, logoutUrl } = serviceProviderOf(ctx, row);
  const { privateKey: sealed, certificate, signsRequests, requiresEncryption } = row;
  const isKeyed = sealed !== null && certificate !== null;
  const key = isKeyed ? { privateKey: ctx.sealer.open(sealed, privateKeyPlace(row.id)), certificate } : null;
  return { entityId, acsUrl, logoutUrl, key, signsRequests, requiresEncryption };
}

export function privateKeyPlace(connectionId: string): SecretPlace {
  return { table: "sso_connection", column: "private_key", rowId: connectionId };
}
