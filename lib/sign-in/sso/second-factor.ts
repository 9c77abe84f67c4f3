import type { UsableConnection } from "./find-connection";
import type { SsoProfile } from "./profile";

/**
 * Returns whether the person gave a second factor that the project's owner trusts: the identity provider says `mfa`
 * (RFC 8176), or an authentication context class that the owner listed. A factor that it doesn't mention was not given.
 */
export function gaveTrustedSecondFactor(
  { trustsSecondFactor, secondFactorContexts }: Pick<UsableConnection, "trustsSecondFactor" | "secondFactorContexts">,
  { amr, acr }: Pick<SsoProfile, "amr" | "acr">,
): boolean {
  if (!trustsSecondFactor) return false;
  return amr.includes("mfa") || (acr !== null && secondFactorContexts.includes(acr));
}
