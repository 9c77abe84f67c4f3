import { z } from "zod";
import { domainInOneForm } from "@/lib/core/email-address";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { OidcConnection } from "../find-connection";
import type { SsoProfile } from "../profile";

/** Anyone may have an account there, with any address; `hd` is the domain of the company whose account it is. */
const GOOGLE = "https://accounts.google.com";

export type Claims = Readonly<Record<string, unknown>>;

interface ToldClaims {
  /** The claims of the ID token and of the user info endpoint. */
  claims: Claims;
  /** The claims of the ID token, which alone is signed and for this sign-in. */
  signed: Claims;
}

/**
 * Returns the profile of a person. The company vouches for its own domains, so its issuer need not say that an address
 * is verified, as Entra ID doesn't; one that says it isn't is believed. Throws `SocialFailure`.
 */
export function profileOfClaims(
  profile: ProviderProfile,
  { claims, signed }: ToldClaims,
  { clientId, custom: { issuer } }: OidcConnection["client"],
): SsoProfile {
  if (claims.azp !== undefined && claims.azp !== clientId) {
    throw new SocialFailure("invalid_code", { reason: "token_refused", detail: "claim: azp" });
  }
  const { subject, email, name } = profile;
  if (String(claims.email_verified) === "false") {
    throw new SocialFailure("email_not_verified", { reason: "email_not_verified_by_provider" });
  }
  const domain = email && domainInOneForm(email.slice(email.lastIndexOf("@") + 1));
  if (issuer === GOOGLE && domainInOneForm(String(claims.hd)) !== domain) {
    const detail = "The Google account isn't of the company's Workspace: hd must be the domain of its address.";
    throw new SocialFailure("email_domain_not_verified", { reason: "sso_foreign_email", detail });
  }
  const sessionIndex = typeof signed.sid === "string" && signed.sid.length <= 255 ? signed.sid : null;
  const acr = AuthenticationContext.safeParse(signed.acr).data ?? null;
  const session = { nameIdFormat: null, sessionIndex, acr, amr: methodsOf(signed.amr) };
  const authenticatedAt = momentOf(signed.auth_time);
  return { subject, issuer, email, name, ...session, authenticatedAt };
}

const AuthenticationContext = z.string().regex(/^[\x21-\x7e]{1,255}$/);

/** An array of short names (OpenID Connect Core, section 2). Anything else tells nothing. */
const AuthenticationMethods = z.array(z.string().regex(/^[\x21-\x7e]{1,64}$/)).max(20);

function methodsOf(claim: unknown): string[] {
  return [...new Set(AuthenticationMethods.safeParse(claim).data ?? [])];
}

/** `auth_time` is in seconds (OpenID Connect Core, section 2). */
function momentOf(claim: unknown): number | null {
  return typeof claim === "number" && Number.isFinite(claim) && claim > 0 ? Math.floor(claim * 1_000) : null;
}
