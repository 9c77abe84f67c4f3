import { decodeJwt, decodeProtectedHeader } from "jose";
import * as oauth from "oauth4webapi";
import { ZodError } from "zod";
import type {
  AuthorizationResponse,
  AuthorizationSecrets,
  HandedIdToken,
  IdentityProviders,
  ProviderClient,
  ProviderProfile,
} from "@/lib/core/ports/identity-providers";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/core/ports/identity-providers";
import { SocialFailure, toProviderCode } from "@/lib/core/ports/social-failure";
import { PROVIDER_KINDS, type ProviderEndpointsByName } from "@/lib/core/provider-endpoints";
import { SERVICE } from "@/lib/core/service";
import { AuthorizationServer, isIssuer, issuerOfTenant } from "./authorization-server";
import { IdTokenVerifier } from "./id-token-verifier";
import { createProviderFetch, ProviderUnreachable } from "./provider-fetch";
import { PROVIDERS } from "./providers";

interface ProviderAddresses {
  /** The issuer of the konnos installation; `null` when there is none. */
  konnosIssuer: string | null;
  endpoints: ProviderEndpointsByName;
}

interface Exchange {
  provider: SocialProvider;
  server: AuthorizationServer;
  metadata: oauth.AuthorizationServer;
  client: ProviderClient;
}

/** Signs users in at providers by `oauth4webapi`: authorization code with PKCE, and OpenID Connect where offered. */
export class OAuthIdentityProviders implements IdentityProviders {
  readonly #servers = new Map<SocialProvider, AuthorizationServer>();
  readonly #idTokens = new IdTokenVerifier();

  constructor({ konnosIssuer, endpoints }: ProviderAddresses) {
    const known = { ...(konnosIssuer !== null && { konnos: { issuer: konnosIssuer } }), ...endpoints };
    for (const provider of SOCIAL_PROVIDERS) {
      const where = known[provider] ?? PROVIDERS[provider].endpoints;
      if (!where) continue;
      const origins = new Set(Object.values(where).map((address) => new URL(address).origin));
      this.#servers.set(provider, new AuthorizationServer(where, createProviderFetch(origins)));
    }
  }

  isAvailable(provider: SocialProvider): boolean {
    return this.#servers.has(provider);
  }

  async authorizationUrl(
    provider: SocialProvider,
    client: ProviderClient,
    request: AuthorizationSecrets & { loginHint: string | undefined },
  ): Promise<string> {
    const { metadata } = await this.#find(provider);
    const { scopes, loginHint } = PROVIDERS[provider];
    const url = new URL(metadata.authorization_endpoint ?? "");
    const parameters = {
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      scope: scopes.join(" "),
      state: request.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: "S256",
      ...(PROVIDER_KINDS[provider] === "oidc" && { nonce: request.nonce }),
      ...(loginHint !== null && request.loginHint !== undefined && { [loginHint]: request.loginHint }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  async redeem(
    provider: SocialProvider,
    client: ProviderClient,
    response: AuthorizationResponse,
    secrets: AuthorizationSecrets,
  ): Promise<ProviderProfile> {
    const exchange = { provider, client, ...(await this.#find(provider)) };
    const callback = acceptResponse(exchange, response, secrets.state);
    const tokens = await redeemCode(exchange, callback, secrets);
    return readProfile(exchange, tokens);
  }

  async verifyIdToken(provider: SocialProvider, client: ProviderClient, { token, nonce, accessToken }: HandedIdToken) {
    const exchange = { provider, client, ...(await this.#find(provider)) };
    const { sharesAudience = false } = PROVIDERS[provider];
    const expected = { nonce, sharesAudience };
    const claims = await this.#idTokens.verify(exchange.server, client, token, expected).catch((error: unknown) => {
      throw toFailure(error, "invalid_code", "id_token_refused");
    });
    const tokens = { accessToken: accessToken ?? null, claims: claims as unknown as oauth.IDToken, scopes: [] };
    return { profile: await readProfile(exchange, tokens), expiresAt: new Date(claims.exp * 1_000) };
  }

  async #find(provider: SocialProvider) {
    const server = this.#servers.get(provider);
    if (!server) throw new SocialFailure("oauth_provider_not_found", { reason: "provider_not_available" });
    const metadata = await server.metadata().catch((error: unknown) => {
      throw toFailure(error, "temporarily_unavailable", "discovery_failed");
    });
    return { server, metadata };
  }
}

/** Checks state, issuer and error of the response, in this order. */
function acceptResponse(
  { server, metadata, client }: Exchange,
  { code, iss, error, state }: AuthorizationResponse,
  expectedState: string,
): URLSearchParams {
  if (iss !== undefined && !isIssuer(server.endpoints.issuer, iss)) throw new SocialFailure("issuer_mismatch");
  const parameters = new URLSearchParams();
  const given = { code, error, state, iss: iss === undefined ? undefined : metadata.issuer };
  for (const [name, value] of Object.entries(given)) if (value !== undefined) parameters.set(name, value);
  try {
    const accepted = oauth.validateAuthResponse(metadata, { client_id: client.clientId }, parameters, expectedState);
    if (!code) throw new SocialFailure("no_code");
    return accepted;
  } catch (failure) {
    if (failure instanceof SocialFailure) throw failure;
    if (failure instanceof oauth.AuthorizationResponseError) throw new SocialFailure(toProviderCode(failure.error));
    throw new SocialFailure("issuer_mismatch", { reason: "authorization_response_refused" });
  }
}

interface RedeemedTokens {
  /** `null` when an app handed in the ID token alone. */
  accessToken: string | null;
  claims: oauth.IDToken | null;
  scopes: string[];
}

/** Redeems the code. An ID token must be for this client and this sign-in, and signed by a key of its issuer. */
async function redeemCode(
  exchange: Exchange,
  callback: URLSearchParams,
  { nonce, verifier }: AuthorizationSecrets,
): Promise<RedeemedTokens> {
  const { provider, server, metadata, client } = exchange;
  const isOidc = PROVIDER_KINDS[provider] === "oidc";
  const request = oauth.authorizationCodeGrantRequest(
    metadata,
    { client_id: client.clientId },
    authenticate(metadata, client.clientSecret),
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
    return { accessToken: tokens.access_token, claims, scopes: (tokens.scope ?? "").split(/[\s,]+/).filter(Boolean) };
  } catch (error) {
    const isRefused = error instanceof oauth.ResponseBodyError;
    throw toFailure(error, "invalid_code", isRefused ? "code_refused" : "token_refused");
  }
}

/** Sends the secret by Basic, unless the provider accepts it in the body only (RFC 6749 section 2.3.1). */
function authenticate(metadata: oauth.AuthorizationServer, secret: string): oauth.ClientAuth {
  const methods = metadata.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
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
  await oauth.validateApplicationLevelSignature(metadata, response, options);
  // Microsoft says in each key which tenant may sign with it.
  const { kid } = decodeProtectedHeader(idToken);
  const key: object = server.keys.jwks?.keys.find((each) => each.kid === kid) ?? {};
  const ofKey: unknown = Reflect.get(key, "issuer");
  if (typeof ofKey === "string" && ofKey !== issuer && !ofKey.includes("{")) {
    throw new SocialFailure("invalid_code", { reason: "key_of_another_issuer" });
  }
}

async function readProfile(exchange: Exchange, tokens: RedeemedTokens): Promise<ProviderProfile> {
  try {
    const answers = tokens.claims ? await readUserInfo(exchange, tokens) : await readUserDocuments(exchange, tokens);
    return { ...PROVIDERS[exchange.provider].readProfile(answers), scopes: tokens.scopes };
  } catch (error) {
    const isShape = error instanceof ZodError;
    throw toFailure(error, "unable_to_get_user_info", isShape ? "user_info_malformed" : "user_info_failed");
  }
}

/** Returns the claims of the ID token, and those that only the user info endpoint has. */
async function readUserInfo({ server, metadata, client }: Exchange, { accessToken, claims }: RedeemedTokens) {
  if (metadata.userinfo_endpoint === undefined || accessToken === null) return { user: claims };
  const as = { client_id: client.clientId };
  const response = await oauth.userInfoRequest(metadata, as, accessToken, server.options);
  const info = await oauth.processUserInfoResponse(metadata, as, claims?.sub ?? "", response);
  return { user: { ...info, ...claims } };
}

async function readUserDocuments({ server }: Exchange, { accessToken }: RedeemedTokens) {
  const { userEndpoint, emailsEndpoint } = server.endpoints;
  const ask = async (address: string | undefined): Promise<unknown> => {
    if (address === undefined) return undefined;
    const headers = new Headers({ accept: "application/json", "user-agent": SERVICE.name });
    const url = new URL(address);
    const response = await oauth.protectedResourceRequest(accessToken ?? "", "GET", url, headers, null, server.options);
    if (response.status !== 200) throw new ProviderUnreachable(`the answer was ${response.status}`);
    return response.json();
  };
  const [user, emails] = await Promise.all([ask(userEndpoint), ask(emailsEndpoint)]);
  return { user, emails };
}

/** Returns a failure without the library's message, which may hold what the provider sent, tokens included. */
function toFailure(
  error: unknown,
  code: "invalid_code" | "unable_to_get_user_info" | "temporarily_unavailable",
  reason: string,
) {
  if (error instanceof SocialFailure) return error;
  if (error instanceof ProviderUnreachable) return new SocialFailure("temporarily_unavailable", { reason });
  return new SocialFailure(code, { reason });
}
