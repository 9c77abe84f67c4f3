import { base64url, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { fail } from "../failure";
import type { Failure } from "../result";

/**
 * The claims of a verified token.
 *
 * @example
 * const verified = await auth.verifyToken(token);
 * if (verified.ok) console.log(verified.userId, verified.email);
 *
 * const withRole = await auth.verifyToken<{ role: string }>(token);
 * if (withRole.ok && withRole.claims.role === "admin") console.log("an admin");
 */
export interface VerifiedToken<Claims extends object = Record<string, unknown>> {
  ok: true;
  /** The user, `sub`. */
  userId: string;
  /** The session that the token was issued for, `sid`. */
  sessionId: string;
  email: string;
  /** Whether the user had verified the address when the token was issued. */
  emailVerified: boolean;
  /** The time of issue in seconds since 1970, `iat`. */
  issuedAt: number;
  /** The time of expiry in seconds since 1970, `exp`. */
  expiresAt: number;
  /** The id of the token, `jti`. */
  tokenId: string;
  /** The organisation that the user works in, with their role there; `null` for none. */
  organization: TokenOrganization | null;
  /** The claims that the project adds, by the setting `token.claims`. One whose path leads nowhere is missing. */
  claims: Partial<Claims>;
}

/**
 * The organisation that a token names: `org_id`, `org_slug` and `org_role`.
 *
 * @example
 * if (verified.ok && verified.organization?.role === "owner") showBilling(verified.organization.id);
 */
export interface TokenOrganization {
  /** The organisation's id, `uorg_…`. */
  id: string;
  slug: string;
  /** `owner`, `admin` or `member`. */
  role: string;
}

/**
 * The issuer of the tokens, which has the key set too.
 *
 * @example
 * const issuer: TokenIssuer = {
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   issuer: "https://id.example.com/v1/projects/p_4k9x2m7q1w8e5r3t6y0u",
 * };
 */
export interface TokenIssuer {
  /** The id of the project, which is the tokens' audience. */
  projectId: string;
  /** The address `{apiOrigin}/v1/projects/{projectId}`. The key set is below it. */
  issuer: string;
  /** The function that fetches the key set, by default the global `fetch`. */
  fetch?: typeof fetch;
}

/**
 * A function that verifies a token. It fails with `invalid_token`, with `expired_token`, or with `network_error` when
 * the keys cannot be fetched.
 *
 * @example
 * const verifyToken: TokenVerifier = createTokenVerifier({ projectId, issuer });
 */
export type TokenVerifier = <Claims extends object = Record<string, unknown>>(
  token: string,
) => Promise<VerifiedToken<Claims> | Failure>;

const ALGORITHMS = ["EdDSA", "ES256", "RS256"];
/** The service's clock and this one may differ by this much. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** The service's tokens are far shorter. The limit bounds how much of a stranger's text is decoded. */
const MAX_TOKEN_LENGTH = 8_192;
/** The service allows its keys to be cached for this long, so a revoked one is refused afterwards. */
const CACHE_MS = 300_000;
/** The least time between two requests for the keys, however many unknown key ids strangers send. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;

/**
 * Creates a verifier for the tokens of one project (RFC 7519, RFC 8725). It caches the project's public keys for five
 * minutes, and fetches them at most every 30 seconds when a token names an unknown one.
 *
 * @example
 * const verifyToken = createTokenVerifier({
 *   projectId: "p_4k9x2m7q1w8e5r3t6y0u",
 *   issuer: "https://id.example.com/v1/projects/p_4k9x2m7q1w8e5r3t6y0u",
 * });
 * const verified = await verifyToken(bearer);
 */
export function createTokenVerifier({ projectId, issuer, fetch: send = fetch }: TokenIssuer): TokenVerifier {
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    cacheMaxAge: CACHE_MS,
    cooldownDuration: COOLDOWN_MS,
    timeoutDuration: TIMEOUT_MS,
    [customFetch]: pausedAfterFailure(send),
  });
  const getKey: JWTVerifyGetKey = (header, token) => {
    if (typeof header.kid !== "string" || header.kid === "") throw new errors.JWSInvalid("The token names no key");
    return keys(header, token);
  };
  const options = {
    issuer,
    audience: projectId,
    algorithms: ALGORITHMS,
    typ: "JWT",
    clockTolerance: CLOCK_TOLERANCE_SECONDS,
    requiredClaims: ["sub", "sid", "iat", "exp", "jti"],
  };
  return async <Claims extends object>(token: string) => {
    if (typeof token !== "string" || token.length > MAX_TOKEN_LENGTH) return invalid();
    try {
      if (!isPlain(token)) return invalid();
      const { payload } = await jwtVerify(token, getKey, options);
      return readClaims<Claims>(payload) ?? invalid();
    } catch (error) {
      return toFailure(error);
    }
  };
}

/** Returns whether the JSON is written as it is parsed, which no JSON with two members of one name is. */
function isPlain(token: string): boolean {
  return token
    .split(".", 2)
    .map((part) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(base64url.decode(part)))
    .every((json) => JSON.stringify(JSON.parse(json)) === json);
}

function readClaims<Claims extends object>(payload: Record<string, unknown>): VerifiedToken<Claims> | null {
  const { sub, sid, jti, email, email_verified: emailVerified, iat, exp, nbf = 0, iss: _, aud: __, ...rest } = payload;
  const now = Math.floor(Date.now() / 1_000);
  if (!isText(sub) || !isText(sid) || !isText(jti)) return null;
  if (typeof email !== "string" || typeof emailVerified !== "boolean") return null;
  if (!isSeconds(iat) || !isSeconds(exp) || !isSeconds(nbf)) return null;
  if (iat > now + CLOCK_TOLERANCE_SECONDS || exp <= iat) return null;
  const own = { userId: sub, sessionId: sid, email, emailVerified, issuedAt: iat, expiresAt: exp, tokenId: jti };
  const { org_id: id, org_slug: slug, org_role: role, ...claims } = rest;
  const organization = isText(id) && isText(slug) && isText(role) ? { id, slug, role } : null;
  return { ok: true, ...own, organization, claims: claims as Partial<Claims> };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isSeconds(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function toFailure(error: unknown): Failure {
  if (error instanceof errors.JWTExpired) return fail("expired_token", "The token has expired");
  const isUnavailable = error instanceof KeysUnavailable || error instanceof errors.JWKSTimeout;
  if (isUnavailable) return fail("network_error", "The keys of the project cannot be had");
  return invalid();
}

const invalid = () => fail("invalid_token", "The token is not valid");

class KeysUnavailable extends Error {}

/** Pauses after a failed request, as jose does after successful ones, so that not each token causes another. */
function pausedAfterFailure(send: typeof fetch): typeof fetch {
  let failedAt = Number.NEGATIVE_INFINITY;
  return async (input, init) => {
    if (Date.now() - failedAt < COOLDOWN_MS) throw new KeysUnavailable("The keys could not be had a moment ago");
    try {
      const response = await send(input, init);
      if (response.status !== 200) throw new KeysUnavailable(`The service said ${response.status}`);
      return response;
    } catch (error) {
      failedAt = Date.now();
      throw new KeysUnavailable("The keys cannot be had", { cause: error });
    }
  };
}
