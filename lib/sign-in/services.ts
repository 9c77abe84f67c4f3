import { PasswordQueue } from "@/lib/core/crypto/password-queue";
import type { DatabaseClient } from "@/lib/core/db/client";
import { MinuteCounts } from "@/lib/core/minute-counts";
import type { BreachedPasswords } from "@/lib/core/ports/breached-passwords";
import type { IdentityProviders } from "@/lib/core/ports/identity-providers";
import type { OrganisationMembers } from "@/lib/core/ports/organisation-members";
import type { Saml } from "@/lib/core/ports/saml";
import { ProjectKeyLookup } from "./project-keys/key-lookup";
import { ProjectLookup } from "./projects/project-lookup";
import { SessionLookup } from "./sessions/session-lookup";
import { SigningKeyLookup } from "./tokens/signing-key-lookup";

interface SignInAdapters {
  identityProviders: IdentityProviders;
  saml: Saml;
  /** `null` where the operator allows no outgoing look-ups. */
  breachedPasswords: BreachedPasswords | null;
  /** Seals the cookies of sign-in flows; derived from the key ring, for this purpose only. */
  flowSecret: string;
  /** Decides who enters an organisation of the dashboard by its connection. */
  members: OrganisationMembers;
  /** Has limits that would stop a person who tries by hand, where all clients are that person. */
  hasLenientLimits: boolean;
}

export interface SignInServices extends SignInAdapters {
  sessions: SessionLookup;
  passwords: PasswordQueue;
  projects: ProjectLookup;
  projectKeys: ProjectKeyLookup;
  signingKeys: SigningKeyLookup;
  /** The JWTs that this process has issued in a day. */
  issuedTokens: MinuteCounts;
}

const DAY_MINUTES = 1_440;

export function createSignInServices(db: DatabaseClient, adapters: SignInAdapters): SignInServices {
  return {
    ...adapters,
    sessions: new SessionLookup(db),
    passwords: new PasswordQueue(),
    projects: new ProjectLookup(db),
    projectKeys: new ProjectKeyLookup(db),
    signingKeys: new SigningKeyLookup(db),
    issuedTokens: new MinuteCounts(DAY_MINUTES),
  };
}
