import type { SocialErrorCode } from "@/lib/core/ports/social-failure";

/** A step of a sign-in by a provider. Without OpenID Connect there is no ID token. */
export type TrialStep = "redirect" | "response" | "code" | "id-token" | "profile" | "user";

/** The field of a user that a claim becomes. */
export type ClaimUse = "id" | "email" | "email-verified" | "name" | "image";

export interface TrialClaim {
  name: string;
  /** Text as it is, everything else as JSON; cut where it is long. */
  value: string;
  use: ClaimUse | null;
}

export interface TrialProfile {
  /** The person's ID at the provider. */
  subject: string;
  email: string | null;
  emailVerified: boolean;
  name: string;
  image: string | null;
}

/** The result that the sign-in would have had: `linked` and `same-address` sign in a user who exists. */
export interface TrialOutcome {
  kind: "linked" | "same-address" | "new";
  userId: string | null;
  email: string;
  needsSecondFactor: boolean;
}

export interface TrialFailure {
  step: TrialStep;
  code: SocialErrorCode;
  /** The provider's own error, or which check failed. */
  detail: string | null;
  /** The event and its remedy, in whole sentences. */
  advice: string;
}

/** The result of a sign-in that was tried. It holds no token and no secret. */
export interface ProviderTrial {
  provider: string;
  name: string;
  callbackUrl: string;
  /** Without an issuer, the provider's addresses are built in. */
  issuer: string | null;
  isOidc: boolean;
  /** The address to which the browser was sent, without its query; `null` if that failed. */
  endpoint: string | null;
  requestedScopes: string[];
  /** The steps of this provider, in their order. */
  steps: TrialStep[];
  passed: TrialStep[];
  failure: TrialFailure | null;
  grantedScopes: string[];
  /** The issuer of the ID token, and its audience. */
  token: { issuer: string; audience: string } | null;
  claims: TrialClaim[];
  profile: TrialProfile | null;
  outcome: TrialOutcome | null;
}
