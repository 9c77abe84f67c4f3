import { PasswordQueue } from "@/lib/core/crypto/password-queue";
import type { DatabaseClient } from "@/lib/core/db/client";
import { SessionLookup } from "./sessions/session-lookup";
import { TenantLookup } from "./tenant-lookup";
import { SigningKeyLookup } from "./tokens/signing-key-lookup";

/** What the sign-in service shares between the requests of a process. */
export interface AuthServices {
  sessions: SessionLookup;
  passwords: PasswordQueue;
  tenants: TenantLookup;
  signingKeys: SigningKeyLookup;
}

export function createAuthServices(db: DatabaseClient): AuthServices {
  return {
    sessions: new SessionLookup(db),
    passwords: new PasswordQueue(),
    tenants: new TenantLookup(db),
    signingKeys: new SigningKeyLookup(db),
  };
}
