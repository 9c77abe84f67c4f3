import type { SocialErrorCode } from "@/lib/core/ports/social-failure";
import type { SsoProtocol } from "../connections/resource";

/** The use of a claim or an attribute. */
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

/** The identity provider's facts about its own session. */
export interface SsoTrialSession {
  /** When the person proved who they are, as ISO 8601 in UTC; `null` where it doesn't say. */
  authenticatedAt: string | null;
  /** The class of the proof. */
  acr: string | null;
  /** The methods of the proof. */
  amr: string[];
}

/** The result that the sign-in would have had: all but `new` sign in a user who exists. */
export interface SsoTrialOutcome {
  kind: "linked" | "provisioned" | "same-address" | "new";
  userId: string | null;
  email: string;
  needsSecondFactor: boolean;
}

export interface SsoTrialFailure {
  code: SocialErrorCode;
  reason: string;
  /** The check that failed and the value that was there. */
  detail: string | null;
  /** The event and the change that helps, in whole sentences. */
  advice: string;
}

/** The result of a trial of a connection. It holds no token and no secret. */
export interface SsoTrial {
  connectionId: string;
  /** The name of the connection. */
  name: string;
  protocol: SsoProtocol;
  /** The identity provider's name for itself. */
  issuer: string;
  /** When it ended, as ISO 8601 in UTC. */
  at: string;
  /** Everything that was received and verified, the used values first. */
  claims: SsoTrialClaim[];
  /** `null` where no person was accepted. */
  person: SsoTrialPerson | null;
  session: SsoTrialSession | null;
  outcome: SsoTrialOutcome | null;
  failure: SsoTrialFailure | null;
}
