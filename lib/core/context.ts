import type { Logger } from "pino";
import type { Registry } from "prom-client";
import type { Role } from "@/lib/core/access/permissions";
import type { PublicKeyScope, ServerKeyScope } from "@/lib/core/access/project-key-scope";
import type { SecretSealer } from "@/lib/core/crypto/seal";
import type { Database } from "@/lib/core/db/client";
import type { BreachedPasswords } from "@/lib/core/ports/breached-passwords";
import type { Clock } from "@/lib/core/ports/clock";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import type { DatabaseHost } from "@/lib/core/ports/database-host";
import type { IdentityProviders } from "@/lib/core/ports/identity-providers";
import type { Random } from "@/lib/core/ports/random";
import type { RateLimiter } from "@/lib/core/ports/rate-limiter";
import type { KeyLookup } from "@/lib/people/api-keys/key-lookup";
import type { MailServices } from "@/lib/sign-in/mail/services";
import type { ProjectKeyLookup } from "@/lib/sign-in/project-keys/key-lookup";
import type { AuthServices } from "@/lib/sign-in/services";

/** Who asks. `operator` is the command line and the service's own jobs. */
export type Actor =
  | {
      kind: "management-key";
      id: string;
      organisationId: string;
      memberId: string;
      role: Role;
      /** Set when the key is confined to one database. */
      databaseId: string | null;
      readOnly: boolean;
      managementApi: boolean;
    }
  | { kind: "member"; id: string; organisationId: string; role: Role }
  /** Somebody signed in to the dashboard, outside any organisation. */
  | { kind: "user"; id: string }
  /** A key of one project: its public key in browsers, its server key on servers. */
  | { kind: "public-key"; id: string; projectId: string; scope: PublicKeyScope }
  | { kind: "server-key"; id: string; projectId: string; scope: ServerKeyScope }
  /** A page of the service itself that end users of a project sign in on. */
  | { kind: "hosted-page"; id: string; projectId: string }
  | { kind: "operator"; id: string }
  | { kind: "anonymous"; id: string };

/** Finds the adapter of a registered host. */
export interface Hosts {
  get(hostId: string): Promise<DatabaseHost>;
}

/** All that a verb may use; there are no module-level clients. */
export interface Context {
  actor: Actor;
  requestId: string;
  clientAddress: string | null;
  /** The configured origin of the service, without a slash at the end. */
  baseUrl: string;
  /** The record of the request's Idempotency-Key, for verbs whose work outlives a crash. */
  idempotencyRecordId: string | null;
  db: Database;
  keys: KeyLookup;
  projectKeys: ProjectKeyLookup;
  auth: AuthServices;
  rateLimiter: RateLimiter;
  /** `null` where the operator allows no outgoing look-ups. */
  breachedPasswords: BreachedPasswords | null;
  clock: Clock;
  random: Random;
  sealer: SecretSealer;
  /** Seals the cookies of sign-in flows; derived from the key ring, for this purpose only. */
  flowSecret: string;
  /** The same for the dashboard's session. */
  dashboardSecret: string;
  hosts: Hosts;
  mail: MailServices;
  identityProviders: IdentityProviders;
  crashPoint: CrashPoint;
  /** In production a host below the version floor takes no databases. */
  minimumServerVersionNum: number;
  /** `null` when no Redis is configured; rejects when it does not answer in time. */
  pingRedis: (() => Promise<void>) | null;
  metrics: Registry;
  /** The commit and time this build was made from. */
  build: { sha: string; timestamp: string };
  securityContact: string | null;
  log: Logger;
}
