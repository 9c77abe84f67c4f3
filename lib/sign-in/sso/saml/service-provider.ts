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

/** Returns the name of a connection at its identity provider: its entity ID is the address of its metadata. */
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
  nextPrivateKey: string | null;
  nextCertificate: string | null;
  signsRequests: boolean;
  requiresEncryption: boolean;
}

/** Returns the connection as its identity provider sees it, with its own key opened. */
export function samlServiceProviderOf(
  ctx: Pick<SignInContext, "baseUrl" | "sealer">,
  row: KeyRow,
): SamlServiceProvider {
  const { entityId, acsUrl, logoutUrl } = serviceProviderOf(ctx, row);
  const { signsRequests, requiresEncryption } = row;
  const open = (sealed: string | null, certificate: string | null, place: SecretPlace) =>
    sealed === null || certificate === null ? null : { privateKey: ctx.sealer.open(sealed, place), certificate };
  const key = open(row.privateKey, row.certificate, privateKeyPlace(row.id));
  const nextKey = open(row.nextPrivateKey, row.nextCertificate, privateKeyPlace(row.id, "next_private_key"));
  return { entityId, acsUrl, logoutUrl, key, nextKey, signsRequests, requiresEncryption };
}

export function privateKeyPlace(
  connectionId: string,
  column: "private_key" | "next_private_key" = "private_key",
): SecretPlace {
  return { table: "sso_connection", column, rowId: connectionId };
}
