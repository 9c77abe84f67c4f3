import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  type FetchImplementation,
  type JWTPayload,
  jwtVerify,
  type ProtectedHeaderParameters,
} from "jose";
import type { LogoutToken, ProviderClient } from "@/lib/core/ports/identity-providers";
import { type AuthorizationServer, issuerOfTenant } from "./authorization-server";
import type { ProviderFetch } from "./provider-fetch";

/** HMAC is left out: anyone who has the client's secret, which an app cannot keep, could make tokens with it. */
export const ALGORITHMS: readonly string[] = [
  "RS256",
  "RS384",
  "RS512",
  "PS256",
  "PS384",
  "PS512",
  "ES256",
  "ES384",
  "ES512",
  "EdDSA",
];
const LEEWAY_SECONDS = 30;
/** The lifetime of Google's and Microsoft's tokens; a token that claims a longer one is not accepted for longer. */
const MAX_AGE_SECONDS = 3_600;

/** A logout is for now. */
const MAX_LOGOUT_AGE_SECONDS = 300;
const LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout";

type KeySet = ReturnType<typeof createRemoteJWKSet>;

/** An ID token that this provider did not issue for this client. The message holds nothing of the token. */
export class IdTokenRefused extends Error {
  override name = "IdTokenRefused";
}

/** Verifies ID tokens that an app handed in (OpenID Connect Core, section 3.1.3.7). */
export class IdTokenVerifier {
  readonly #keySets = new WeakMap<AuthorizationServer, KeySet>();

  /**
   * `sharesAudience`: the provider lets other clients of the same owner get tokens for this one, such as an Android app
   * for the site's, and names them in `azp`. Throws `IdTokenRefused`, `ProviderUnreachable`, or an error of `jose`.
   */
  async verify(
    server: AuthorizationServer,
    { clientId }: ProviderClient,
    token: string,
    { nonce, sharesAudience }: { nonce: string | undefined; sharesAudience: boolean },
  ): Promise<JWTPayload & { exp: number }> {
    const keySet = await this.#keySetOf(server);
    const issuer = issuerOfTenant(server.endpoints.issuer, decodeJwt(token).tid);
    const { payload, protectedHeader } = await jwtVerify(token, keySet, {
      ...{ issuer, audience: clientId, algorithms: [...ALGORITHMS] },
      ...{ requiredClaims: ["sub", "iat", "exp"], clockTolerance: LEEWAY_SECONDS, maxTokenAge: MAX_AGE_SECONDS },
    });
    const { aud, azp, exp = 0 } = payload;
    requireIdToken(protectedHeader);
    if (Array.isArray(aud) && aud.length !== 1) throw new IdTokenRefused("it is for others too");
    if (azp !== undefined && azp !== clientId && !sharesAudience) throw new IdTokenRefused("another party got it");
    if (nonce !== undefined && payload.nonce !== nonce) throw new IdTokenRefused("its nonce is another");
    requireKeyOf(issuer, keySet, protectedHeader.kid);
    return { ...payload, exp };
  }

  /**
   * Verifies a logout token (OpenID Connect Back-Channel Logout 1.0, section 2.6). It has no nonce, so that no ID token
   * is one. Throws as `verify`.
   */
  async verifyLogout(
    server: AuthorizationServer,
    { clientId }: ProviderClient,
    token: string,
    now: Date,
  ): Promise<LogoutToken> {
    const keySet = await this.#keySetOf(server);
    const { issuer } = server.endpoints;
    const { payload } = await jwtVerify(token, keySet, {
      ...{ issuer, audience: clientId, algorithms: [...ALGORITHMS], currentDate: now },
      ...{ requiredClaims: ["iat", "jti"], clockTolerance: LEEWAY_SECONDS, maxTokenAge: MAX_LOGOUT_AGE_SECONDS },
    });
    const { sub = null, sid, events, nonce, iat = 0 } = payload;
    const told: unknown = Reflect.get(Object(events), LOGOUT_EVENT);
    if (typeof told !== "object" || told === null || nonce !== undefined) throw new IdTokenRefused("it is no logout");
    const sessionId = typeof sid === "string" ? sid : null;
    if (sub === null && sessionId === null) throw new IdTokenRefused("it names nobody");
    return { subject: sub, sessionId, issuedAt: new Date(iat * 1_000) };
  }

  /** Returns the key set; it is fetched again after five minutes, and for an unknown key at most every half minute. */
  async #keySetOf(server: AuthorizationServer): Promise<KeySet> {
    const known = this.#keySets.get(server);
    if (known) return known;
    const { jwks_uri } = await server.metadata();
    const options = { cacheMaxAge: 300_000, [customFetch]: toFetch(server.fetch) };
    const keySet = createRemoteJWKSet(new URL(jwks_uri ?? ""), options);
    this.#keySets.set(server, keySet);
    return keySet;
  }
}

function toFetch(ask: ProviderFetch): FetchImplementation {
  return (url, { method, headers }) =>
    ask(url, { method, headers: Object.fromEntries(headers), body: undefined, redirect: "manual" });
}

/** Refuses the provider's other JWTs, which carry another `typ` (RFC 9068 section 2.1, RFC 8725 section 3.11). */
function requireIdToken({ typ }: ProtectedHeaderParameters): void {
  if (typ !== undefined && typ.toUpperCase() !== "JWT") throw new IdTokenRefused("it is another kind of token");
}

/** Refuses a key of another tenant: each of Microsoft's keys names the tenant that may sign with it. */
function requireKeyOf(issuer: string, keySet: KeySet, kid: string | undefined): void {
  const key: object = keySet.jwks()?.keys.find((each) => each.kid === kid) ?? {};
  const ofKey: unknown = Reflect.get(key, "issuer");
  if (typeof ofKey === "string" && ofKey !== issuer && !ofKey.includes("{")) {
    throw new IdTokenRefused("its key is another issuer's");
  }
}
