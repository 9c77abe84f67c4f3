import * as oauth from "oauth4webapi";
import type {
  AuthorizationRequest,
  AuthorizationResponse,
  AuthorizationSecrets,
  EndSessionRequest,
  HandedIdToken,
  IdentityProviders,
  LogoutToken,
  ProviderClient,
  ProviderProfile,
  RedeemStep,
} from "@/lib/core/ports/identity-providers";
import { SOCIAL_PROVIDERS, type SocialProvider } from "@/lib/core/ports/identity-providers";
import type { OutgoingHttp } from "@/lib/core/ports/outgoing-http";
import { SocialFailure, toProviderCode } from "@/lib/core/ports/social-failure";
import type { ProviderEndpointsByName } from "@/lib/core/provider-endpoints";
import { AuthorizationServer, isIssuer } from "./authorization-server";
import { CustomIssuers } from "./custom-issuers";
import { endSessionUrl } from "./end-session";
import { toFailure } from "./failure";
import { IdTokenVerifier } from "./id-token-verifier";
import { readProfile } from "./profile-request";
import { createProviderFetch } from "./provider-fetch";
import { dataOf, PROVIDERS } from "./providers";
import { type Exchange, redeemCode } from "./token-exchange";

interface ProviderAddresses {
  /** The issuer of the konnos installation; `null` when there is none. */
  konnosIssuer: string | null;
  endpoints: ProviderEndpointsByName;
}

/** Signs users in at providers by `oauth4webapi`: authorization code with PKCE, and OpenID Connect where offered. */
export class OAuthIdentityProviders implements IdentityProviders {
  readonly #servers = new Map<SocialProvider, AuthorizationServer>();
  readonly #idTokens = new IdTokenVerifier();

  readonly #issuers: CustomIssuers;

  constructor({ konnosIssuer, endpoints }: ProviderAddresses, outgoing: OutgoingHttp) {
    this.#issuers = new CustomIssuers(outgoing);
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

  inspectIssuer(issuer: string) {
    return this.#issuers.inspect(issuer);
  }

  async authorizationUrl(provider: string, client: ProviderClient, request: AuthorizationRequest): Promise<string> {
    const { metadata, data } = await this.#find(provider, client);
    const { scopes, loginHint, responseMode } = data;
    const url = new URL(metadata.authorization_endpoint ?? "");
    const maxAge = request.prompt === "login" ? 0 : request.maxAge;
    const parameters = {
      response_type: "code",
      client_id: client.clientId,
      redirect_uri: client.redirectUri,
      scope: scopes.join(" "),
      state: request.state,
      code_challenge: await oauth.calculatePKCECodeChallenge(request.verifier),
      code_challenge_method: "S256",
      ...(responseMode !== undefined && { response_mode: responseMode }),
      ...(data.isOidc && { nonce: request.nonce }),
      // With `max_age`, an issuer must say when it asked the person (OpenID Connect Core, section 3.1.2.1).
      ...(maxAge !== undefined && { max_age: String(maxAge) }),
      ...(request.prompt !== undefined && { prompt: request.prompt }),
      ...(request.acrValues !== undefined && { acr_values: request.acrValues }),
      ...(loginHint !== null && request.loginHint !== undefined && { [loginHint]: request.loginHint }),
    };
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
    return url.href;
  }

  async redeem(
    provider: string,
    client: ProviderClient,
    response: AuthorizationResponse,
    secrets: AuthorizationSecrets,
    onStep: (step: RedeemStep) => void = () => undefined,
    keepIdToken: (token: string) => void = () => undefined,
  ): Promise<ProviderProfile> {
    const exchange = await this.#find(provider, client);
    const callback = acceptResponse(exchange, response, secrets.state);
    onStep({ kind: "response_accepted" });
    const tokens = await redeemCode(exchange, callback, secrets);
    onStep({ kind: "code_exchanged", scopes: tokens.scopes });
    if (tokens.claims) onStep({ kind: "id_token_verified", claims: tokens.claims });
    const { profile, claims } = await readProfile(exchange, tokens, readForm(response.user));
    onStep({ kind: "profile_read", claims });
    if (tokens.idToken !== null) keepIdToken(tokens.idToken);
    return profile;
  }

  async endSessionUrl(provider: string, client: ProviderClient, request: EndSessionRequest): Promise<string | null> {
    const { server, metadata } = await this.#find(provider, client);
    return endSessionUrl(server, metadata, client, request);
  }

  async verifyIdToken(provider: string, client: ProviderClient, { token, nonce, accessToken }: HandedIdToken) {
    const exchange = await this.#find(provider, client);
    const { sharesAudience = false } = exchange.data;
    const expected = { nonce, sharesAudience };
    const claims = await this.#idTokens.verify(exchange.server, client, token, expected).catch((error: unknown) => {
      throw toFailure(error, "invalid_code", "id_token_refused");
    });
    const tokens = {
      accessToken: accessToken ?? null,
      claims: claims as unknown as oauth.IDToken,
      idToken: token,
      scopes: [],
    };
    const { profile } = await readProfile(exchange, tokens);
    return { profile, expiresAt: new Date(claims.exp * 1_000) };
  }

  async verifyLogoutToken(provider: string, client: ProviderClient, token: string, now: Date): Promise<LogoutToken> {
    const { server } = await this.#find(provider, client);
    return this.#idTokens.verifyLogout(server, client, token, now).catch((error: unknown) => {
      throw toFailure(error, "invalid_code", "logout_token_refused");
    });
  }

  async #find(provider: string, client: ProviderClient): Promise<Exchange> {
    const { custom } = client;
    const data = dataOf(provider, client);
    const server = custom ? this.#issuers.serverOf(custom.issuer) : this.#servers.get(provider as SocialProvider);
    if (!server || !data) throw new SocialFailure("oauth_provider_not_found", { reason: "provider_not_available" });
    const metadata = await server.metadata().catch((error: unknown) => {
      throw toFailure(error, "temporarily_unavailable", "discovery_failed");
    });
    return { server, metadata, data, client };
  }
}

/** A body other than the JSON that Apple sends says nothing. */
function readForm(text: string | undefined): unknown {
  try {
    return text === undefined ? undefined : JSON.parse(text);
  } catch {
    return undefined;
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
