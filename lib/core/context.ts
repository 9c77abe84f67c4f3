import type { Logger } from "pino";
import type { Role } from "./access/permissions";
import type { PublicKeyScope, ServerKeyScope } from "./access/project-key-scope";
import type { ConcurrencyLimiter } from "./concurrency";
import type { SecretSealer } from "./crypto/seal";
import type { Database } from "./db/client";
import type { Clock } from "./ports/clock";
import type { CrashPoint } from "./ports/crash-point";
import type { Hosts } from "./ports/database-host";
import type { MailServices } from "./ports/mail-services";
import type { OperationQueue } from "./ports/operation-queue";
import type { OutgoingHttp } from "./ports/outgoing-http";
import type { Random } from "./ports/random";
import type { RateLimiter } from "./ports/rate-limiter";
import type { Trace } from "./trace";

/** `operator` stands for the command line and the service's own jobs. */
export type Actor =
  | {
      kind: "management-key";
      id: string;
      organisationId: string;
      memberId: string;
      role: Role;
      databaseId: string | null;
      readOnly: boolean;
      managementApi: boolean;
    }
  | { kind: "member"; id: string; organisationId: string; role: Role }
  | { kind: "user"; id: string }
  | { kind: "public-key"; id: string; projectId: string; scope: PublicKeyScope }
  | { kind: "server-key"; id: string; projectId: string; scope: ServerKeyScope }
  /** A company's directory, which keeps the people of one connection in step. */
  | { kind: "scim-token"; id: string; projectId: string; connectionId: string }
  /** A user of a project's app, by a token of theirs; the id is the user's. */
  | { kind: "end-user"; id: string; projectId: string; claims: Readonly<Record<string, unknown>> }
  /** A hosted page is a page of the service itself on which a project's end users sign in. */
  | { kind: "hosted-page"; id: string; projectId: string }
  /** A company's administrator, by a link for one connection; the id is the link's. */
  | { kind: "sso-set-up"; id: string; projectId: string; connectionId: string }
  | { kind: "operator"; id: string }
  /** The operator by a key of the admin routes, and by an account of the dashboard that the operator named. */
  | { kind: "admin-key"; id: string }
  | { kind: "operator-account"; id: string }
  | { kind: "anonymous"; id: string };

export interface MemberAddress {
  organisationId: string;
  memberId: string;
}

/** The facts about a request that the log of its project has. None of them is a secret. */
export interface RequestSubject {
  projectId?: string;
  databaseId?: string;
  functionName?: string;
  invocationId?: string;
  userId?: string;
  keyId?: string;
}

/** A wing whose verbs need more extends this interface; lib/runtime.ts makes one object that has everything. */
export interface Context {
  actor: Actor;
  requestId: string;
  /** The facts that are known of the request while it is answered; absent in work without one. */
  subject?: RequestSubject;
  clientAddress: string | null;
  /** Absent where no collector is set up. */
  trace?: Trace | null;
  /** The configured origin of the service has no slash at the end. */
  baseUrl: string;
  /** Verbs whose work outlives a crash find the record of the request's Idempotency-Key by this id. */
  idempotencyRecordId: string | null;
  db: Database;
  rateLimiter: RateLimiter;
  concurrency: ConcurrencyLimiter;
  clock: Clock;
  random: Random;
  sealer: SecretSealer;
  hosts: Hosts;
  operationQueue: OperationQueue;
  /** The days for which a deleted database can be brought back; with 0, it's dropped immediately. */
  deletedDatabaseDays: number;
  mail: MailServices;
  /** Asks addresses that customers chose. */
  outgoing: OutgoingHttp;
  crashPoint: CrashPoint;
  /**
   * Ends everything that a new role no longer allows in wings above `people`; `role` is `null` for a member who has
   * left.
   */
  endBeyondRole(tx: Context, member: MemberAddress, role: Role | null): Promise<void>;
  log: Logger;
}
