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
