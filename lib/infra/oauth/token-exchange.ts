import { decodeJwt, decodeProtectedHeader } from "jose";
import * as oauth from "oauth4webapi";
import type { AuthorizationSecrets, ProviderClient } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import { secretOf } from "./apple-client-secret";
import { type AuthorizationServer, issuerOfTenant } from "./authorization-server";
import { toFailure } from "./failure";
import type { ProviderData } from "./providers";

export interface Exchange {
  data: ProviderData & { isOidc: boolean };
  server: AuthorizationServer;
  metadata: oauth.AuthorizationServer;
  client: ProviderClient;
}

export interface RedeemedTokens {
  /** `null` when an app handed in the ID token alone. */
  accessToken: string | null;
  claims: oauth.IDToken | null;
  /** The token that the claims are of. */
  idToken: string | null;
  scopes: string[];
}

/** Redeems the code. An ID token must be for this client and this sign-in, and signed by a key of its issuer. */
export async function redeemCode(
  exchange: Exchange,
  callback: URLSearchParams,
  { nonce, verifier }: AuthorizationSecrets,
): Promise<RedeemedTokens> {
  const { server, metadata, client } = exchange;
  const { isOidc } = exchange.data;
  const secret = await secretOf(client, metadata.issuer);
  const request = oauth.authorizationCodeGrantRequest(
    metadata,
    { client_id: client.clientId },
    authenticate(metadata, client, secret),
    callback,
    client.redirectUri,
    verifier,
    server.options,
  );
  const response = await request.catch((error: unknown) => {
    throw toFailure(error, "invalid_code", "token_request_failed");
  });
  try {
    const issuer = isOidc ? await issuerOfToken(server, response.clone()) : metadata.issuer;
    const expected = isOidc ? { expectedNonce: nonce, requireIdToken: true } : {};
    const from = { ...metadata, issuer };
    const tokens = await oauth.processAuthorizationCodeResponse(
      from,
      { client_id: client.clientId },
      response,
      expected,
    );
    if (isOidc) await verifySignature(exchange, response, tokens.id_token ?? "", issuer);
    const claims = isOidc ? (oauth.getValidatedIdTokenClaims(tokens) ?? null) : null;
    const idToken = claims === null ? null : (tokens.id_token ?? null);
    const scopes = (tokens.scope ?? "").split(/[\s,]+/).filter(Boolean);
    return { accessToken: tokens.access_token, claims, idToken, scopes };
  } catch (error) {
    const isRefused = error instanceof oauth.ResponseBodyError || error instanceof oauth.WWWAuthenticateChallengeError;
    throw toFailure(error, "invalid_code", isRefused ? "code_refused" : "token_refused");
  }
}

/** Sends the secret by Basic, unless the provider accepts it in the body only (RFC 6749 section 2.3.1). */
function authenticate(
  { token_endpoint_auth_methods_supported: supported = ["client_secret_basic"] }: oauth.AuthorizationServer,
  { custom }: ProviderClient,
  secret: string,
): oauth.ClientAuth {
  const methods = custom?.authentication ? [custom.authentication] : supported;
  return methods.includes("client_secret_basic") ? oauth.ClientSecretBasic(secret) : oauth.ClientSecretPost(secret);
}

/** Returns the issuer that `iss` must equal; where each tenant is one, the token's `tid` names the tenant. */
async function issuerOfToken(server: AuthorizationServer, response: Response): Promise<string> {
  const { issuer } = server.endpoints;
  if (!issuer.includes("{")) return issuer;
  const body: unknown = await response.json();
  const token = (body as { id_token?: unknown } | null)?.id_token;
  return issuerOfTenant(issuer, typeof token === "string" ? decodeJwt(token).tid : undefined);
}

async function verifySignature(
  { server, metadata }: Exchange,
  response: Response,
  idToken: string,
  issuer: string,
): Promise<void> {
  const options = { ...server.options, [oauth.jwksCache]: server.keys };
  await oauth.validateApplicationLevelSignature(metadata, response, options).catch((error: unknown) => {
    throw toFailure(error, "invalid_code", "token_refused", "signature");
  });
  // Microsoft says in each key which tenant may sign with it.
  const { kid } = decodeProtectedHeader(idToken);
  const key: object = server.keys.jwks?.keys.find((each) => each.kid === kid) ?? {};
  const ofKey: unknown = Reflect.get(key, "issuer");
  if (typeof ofKey === "string" && ofKey !== issuer && !ofKey.includes("{")) {
    throw new SocialFailure("invalid_code", { reason: "key_of_another_issuer" });
  }
}
