import type { SocialErrorCode } from "@/lib/core/ports/social-failure";

/** A step of a sign-in by a provider. Without OpenID Connect there is no ID token. */
export type TrialStep = "redirect" | "response" | "code" | "id-token" | "profile" | "user";

/** What a claim becomes for a user. */
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

/** What the sign-in would have done: `linked` and `same-address` sign in a user who exists. */
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
  /** What happened and what to do, in whole sentences. */
  advice: string;
}

/** What became of a sign-in that was tried. It holds no token and no secret. */
export interface ProviderTrial {
  provider: string;
  name: string;
  callbackUrl: string;
  /** Without an issuer, the provider's addresses are built in. */
  issuer: string | null;
  isOidc: boolean;
  /** Where the browser was sent to, without its query; `null` where that failed. */
  endpoint: string | null;
  requestedScopes: string[];
  /** The steps of this provider, in their order. */
  steps: TrialStep[];
  passed: TrialStep[];
  failure: TrialFailure | null;
  grantedScopes: string[];
  /** Whom the ID token was issued by, and for. */
  token: { issuer: string; audience: string } | null;
  claims: TrialClaim[];
  profile: TrialProfile | null;
  outcome: TrialOutcome | null;
}
