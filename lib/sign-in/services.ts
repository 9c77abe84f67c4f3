import type { Context } from "@/lib/core/context";
import type { PasswordQueue } from "@/lib/core/crypto/password-queue";
import type { MinuteCounts } from "@/lib/core/minute-counts";
import type { BreachedPasswords } from "@/lib/core/ports/breached-passwords";
import type { IdentityProviders } from "@/lib/core/ports/identity-providers";
import type { OrganisationMembers } from "@/lib/core/ports/organisation-members";
import type { Saml } from "@/lib/core/ports/saml";
import type {
  CurrentSigningKey,
  FoundProjectKey,
  RequestProject,
  Signer,
  SigningAlgorithm,
} from "./projects/request-project";
import type { ActiveSession } from "./session-user";

export interface SignInAdapters {
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

type Hash = Uint8Array<ArrayBuffer>;

/** The parts of the sign-in service that a process makes once. Each look-up joins those of one moment in a statement. */
export interface SignInServices extends SignInAdapters {
  passwords: PasswordQueue;
  sessions: { find(tokenHash: Hash): Promise<ActiveSession | null> };
  projects: { find(projectId: string): Promise<RequestProject | null> };
  projectKeys: { find(secretHash: Hash): Promise<FoundProjectKey | null> };
  signingKeys: {
    find(projectId: string): Promise<CurrentSigningKey | null>;
    open(ctx: Context, id: string, algorithm: SigningAlgorithm): Promise<Signer>;
  };
  /** The JWTs that this process has issued in a day. */
  issuedTokens: MinuteCounts;
}
