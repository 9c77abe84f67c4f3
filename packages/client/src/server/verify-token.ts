import { base64url, createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from "jose";
import { fail } from "../failure";
import type { Failure } from "../result";

/**
 * What a verified token says.
 *
 * @example
 * const verified = await auth.verifyToken(token);
 * if (verified.ok) console.log(verified.userId, verified.email);
 */
export interface VerifiedToken {
  ok: true;
  userId: string;
  sessionId: string;
  email: string;
  emailVerified: boolean;
  /** Seconds since 1970. */
  issuedAt: number;
  expiresAt: number;
  tokenId: string;
}

/**
 * Who the tokens are from and where the keys are.
 *
 * @example
 * const issuer: TokenIssuer = { projectId: "p_4k9x2m7q1w8e5r3t6y0u", issuer: "https://id.example.com/v1/projects/p_4k9x2m7q1w8e5r3t6y0u" };
 */
export interface TokenIssuer {
  projectId: string;
  /** `{apiOrigin}/v1/projects/{projectId}`; the key set is below it. */
  issuer: string;
  fetch?: typeof fetch;
}

/**
 * Verifies a token. Answers `invalid_token`, `expired_token`, or `network_error` when the keys cannot be had.
 *
 * @example
 * const verifyToken: TokenVerifier = createTokenVerifier({ projectId, issuer });
 */
export type TokenVerifier = (token: string) => Promise<VerifiedToken | Failure>;

const ALGORITHMS = ["EdDSA", "ES256", "RS256"];
/** Of the service's clock and this one. */
const CLOCK_TOLERANCE_SECONDS = 30;
/** Tokens of the service are far shorter; this bounds what a stranger makes us decode. */
const MAX_TOKEN_LENGTH = 8_192;
/** As long as the service says its keys may be kept, so a revoked one is refused after this. */
const CACHE_MS = 300_000;
/** Between two requests for the keys, whatever key ids strangers make up. */
const COOLDOWN_MS = 30_000;
const TIMEOUT_MS = 5_000;

/**
 * Makes a verifier for the tokens of one project (RFC 7519, RFC 8725). It keeps the project's public keys for five
 * minutes and asks for them again, at most every 30 seconds, when a token names one it does not know.
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
    ...{ issuer, audience: projectId, algorithms: ALGORITHMS, typ: "JWT", clockTolerance: CLOCK_TOLERANCE_SECONDS },
    requiredClaims: ["sub", "sid", "iat", "exp", "jti"],
  };
  return async (token) => {
    if (typeof token !== "string" || token.length > MAX_TOKEN_LENGTH) return invalid();
    try {
      if (!isPlain(token)) return invalid();
      const { payload } = await jwtVerify(token, getKey, options);
      return readClaims(payload) ?? invalid();
    } catch (error) {
      return toFailure(error);
    }
  };
}

/** Two members of one name mean different things to different readers; what the service writes reads back the same. */
function isPlain(token: string): boolean {
  return token
    .split(".", 2)
    .map((part) => new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(base64url.decode(part)))
    .every((json) => JSON.stringify(JSON.parse(json)) === json);
}

function readClaims(claims: Record<string, unknown>): VerifiedToken | null {
  const { sub, sid, jti, email, email_verified: emailVerified, iat, exp, nbf = 0 } = claims;
  const now = Math.floor(Date.now() / 1_000);
  if (!isText(sub) || !isText(sid) || !isText(jti)) return null;
  if (typeof email !== "string" || typeof emailVerified !== "boolean") return null;
  if (!isSeconds(iat) || !isSeconds(exp) || !isSeconds(nbf)) return null;
  if (iat > now + CLOCK_TOLERANCE_SECONDS || exp <= iat) return null;
  return { ok: true, userId: sub, sessionId: sid, email, emailVerified, issuedAt: iat, expiresAt: exp, tokenId: jti };
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

/** jose waits between requests that succeed; a service that is down would be asked once for each token. */
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
