import type { ProjectSettings } from "../projects/settings";
import type { ActiveOrganisation, SessionUser } from "../session-user";
import { connectionIn } from "../sso-domains/connection-in";

/**
 * Returns the claims that a token has about its user, in any session; `null` where the project's own claims are too
 * large.
 */
export function userClaims(settings: ProjectSettings, user: SessionUser): Record<string, unknown> | null {
  const custom = customClaims(settings, user);
  return custom && { ...custom, sub: user.id, email: user.email, email_verified: user.emailVerified };
}

/** Leaves room for the service's own claims, so that a whole token stays below 8 kB. */
const MAX_BYTES = 4_096;

/**
 * Returns the claims that the project adds to its tokens; a path that leads nowhere adds none. `null` when they take more
 * than 4 kB, since a token without some of them would say something else.
 */
export function customClaims({ token }: ProjectSettings, user: SessionUser): Record<string, unknown> | null {
  const entries = Object.entries(token.claims).flatMap(([name, source]) => {
    const value = valueAt(user, source.split("."));
    return value === undefined ? [] : [[name, value] as const];
  });
  const claims = Object.fromEntries(entries);
  return Buffer.byteLength(JSON.stringify(claims)) > MAX_BYTES ? null : claims;
}

function valueAt(from: unknown, [key, ...rest]: readonly string[]): unknown {
  if (key === undefined) return from;
  if (typeof from !== "object" || from === null || !Object.hasOwn(from, key)) return undefined;
  return valueAt((from as Record<string, unknown>)[key], rest);
}

/** Returns the claims of the organisation that the session works in; none where it works in none. */
export function organisationClaims(active: ActiveOrganisation | null) {
  return active === null ? {} : { org_id: active.id, org_slug: active.slug, org_role: active.role };
}

/** Returns the claim of a session that a company's identity provider signed in, which names the connection. */
export function ssoClaims(factors: readonly string[]) {
  const id = connectionIn(factors);
  return id === null ? {} : { sso_connection_id: id };
}

/**
 * The values of RFC 8176 for the proofs that a user gives here. A passkey proves that its key is there, not whether
 * hardware holds it; and there is no value for a mailbox.
 */
const METHODS: Readonly<Record<string, readonly string[]>> = {
  password: ["pwd"],
  passkey: ["pop", "user"],
  totp: ["otp"],
  "backup-code": ["otp"],
};

/** A session's facts about the sign-in that began it. */
export interface Authentication {
  factors: readonly string[];
  secondFactorAt: Date | null;
  /** Whether a passkey verified its user. */
  isUserVerified: boolean;
  /** The identity provider's words. */
  acr: string | null;
  amr: readonly string[];
}

/**
 * Returns how the user signed in: `amr` (RFC 8176) and `acr` (OpenID Connect Core, section 2), with the values that a
 * company's identity provider says. `mfa` is this service's own word, so a provider's counts only where it is trusted.
 */
export function authenticationClaims({ factors, secondFactorAt, isUserVerified, acr, amr }: Authentication) {
  const own = factors.flatMap((factor) => (Object.hasOwn(METHODS, factor) ? (METHODS[factor] ?? []) : []));
  const isMultiFactor = secondFactorAt !== null || isUserVerified;
  const methods = new Set([...own, ...amr.filter((method) => method !== "mfa"), ...(isMultiFactor ? ["mfa"] : [])]);
  return { ...(methods.size > 0 && { amr: [...methods] }), ...(acr !== null && { acr }) };
}
