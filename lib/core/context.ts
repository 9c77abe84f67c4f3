import type { Logger } from "pino";
import type { Role } from "./access/permissions";
import type { PublicKeyScope, ServerKeyScope } from "./access/project-key-scope";
import type { SecretSealer } from "./crypto/seal";
import type { Database } from "./db/client";
import type { Clock } from "./ports/clock";
import type { CrashPoint } from "./ports/crash-point";
import type { Hosts } from "./ports/database-host";
import type { MailServices } from "./ports/mail-services";
import type { Random } from "./ports/random";
import type { RateLimiter } from "./ports/rate-limiter";

/** Who acts. `operator` is the command line and the service's own jobs. */
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

/** Names a member by the row and the organisation that it belongs to. */
export interface MemberAddress {
  organisationId: string;
  memberId: string;
}

/**
 * What every verb may use; there are no module-level clients. A wing whose verbs need more extends this interface, and
 * lib/runtime.ts makes one object that has all of it.
 */
export interface Context {
  actor: Actor;
  requestId: string;
  clientAddress: string | null;
  /** The configured origin of the service, without a slash at the end. */
  baseUrl: string;
  /** The record of the request's Idempotency-Key, for verbs whose work outlives a crash. */
  idempotencyRecordId: string | null;
  db: Database;
  rateLimiter: RateLimiter;
  clock: Clock;
  random: Random;
  sealer: SecretSealer;
  hosts: Hosts;
  mail: MailServices;
  crashPoint: CrashPoint;
  /**
   * Ends what a member's new role no longer allows in wings above `people`. It runs in the caller's transaction; `role`
   * is `null` for a member who has left.
   */
  endBeyondRole(tx: Context, member: MemberAddress, role: Role | null): Promise<void>;
  log: Logger;
}
