import type { SocialErrorCode } from "@/lib/core/ports/social-failure";
import type { SsoProtocol } from "../connections/resource";

/** What a claim or an attribute is used for. */
export type SsoClaimUse = "id" | "email" | "email-verified" | "name" | "session";

export interface SsoTrialClaim {
  name: string;
  /** Text as it is, several with a comma between them, everything else as JSON; cut where it is long. */
  value: string;
  use: SsoClaimUse | null;
}

export interface SsoTrialPerson {
  /** The NameID, or `sub`. */
  subject: string;
  /** The format of the NameID. */
  subjectFormat: string | null;
  email: string | null;
  /** Whether the connection has verified the address's domain. */
  isDomainVerified: boolean;
  name: string;
}

/** What the identity provider says of its own session. */
export interface SsoTrialSession {
  /** When the person proved who they are, as ISO 8601 in UTC; `null` where it doesn't say. */
  authenticatedAt: string | null;
  /** How, as a class. */
  acr: string | null;
  /** How, by each method. */
  amr: string[];
}

/** What the sign-in would have done: all but `new` sign in a user who exists. */
export interface SsoTrialOutcome {
  kind: "linked" | "provisioned" | "same-address" | "new";
  userId: string | null;
  email: string;
  needsSecondFactor: boolean;
}

export interface SsoTrialFailure {
  code: SocialErrorCode;
  reason: string;
  /** Which check failed and what was there. */
  detail: string | null;
  /** What happened and what to change, in whole sentences. */
  advice: string;
}

/** What became of a sign-in by a connection that was tried. It holds no token and no secret. */
export interface SsoTrial {
  connectionId: string;
  /** The name of the connection. */
  name: string;
  protocol: SsoProtocol;
  /** The identity provider's name for itself. */
  issuer: string;
  /** When it ended, as ISO 8601 in UTC. */
  at: string;
  /** Everything that was received and verified, what is used first. */
  claims: SsoTrialClaim[];
  /** `null` where no person was accepted. */
  person: SsoTrialPerson | null;
  session: SsoTrialSession | null;
  outcome: SsoTrialOutcome | null;
  failure: SsoTrialFailure | null;
}
