import { PasswordQueue } from "@/lib/core/crypto/password-queue";
import type { DatabaseClient } from "@/lib/core/db/client";
import { MinuteCounts } from "@/lib/core/minute-counts";
import { ProjectKeyLookup } from "@/lib/sign-in/project-keys/key-lookup";
import { ProjectLookup } from "@/lib/sign-in/projects/project-lookup";
import type { SignInAdapters, SignInServices } from "@/lib/sign-in/services";
import { SessionLookup } from "@/lib/sign-in/sessions/session-lookup";
import { SigningKeyLookup } from "@/lib/sign-in/tokens/signing-key-lookup";

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
