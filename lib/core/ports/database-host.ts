import type { CustomerSession, CustomerSessionOptions } from "./customer-session";

/**
 * One PostgreSQL cluster that holds customers' databases. `id` is always a generated
 * database id: the name of the Postgres database and of the role that may use it.
 * Every change is safe to repeat. Errors: `HostUnavailableError` when the cluster does not answer.
 */
export interface DatabaseHost {
  /**
   * Runs `work` while holding the host's advisory lock of each id. The lock lives in the Postgres session
   * that does the work, so it is held exactly as long as any statement of it still runs.
   */
  withLock<T>(ids: readonly string[], work: (session: HostSession) => Promise<T>): Promise<T>;
  /** Like `withLock`, but answers `null` at once when somebody else holds one of them. */
  tryLock<T>(ids: readonly string[], work: (session: HostSession) => Promise<T>): Promise<T | null>;
  /** A session inside the database as its own role, which the caller closes. */
  connectAs(id: string, password: string, options: CustomerSessionOptions): Promise<CustomerSession>;
  /** Cancels what sessions of this name are doing in the database; answers how many there were. */
  cancelAs(id: string, applicationName: string): Promise<number>;
  /** What became of a transaction of the cluster; `null` when it is too long ago to be known. */
  transactionStatus(transactionId: string): Promise<"committed" | "aborted" | "in progress" | null>;
  /** Resolves when the cluster answers a query in time. */
  ping(): Promise<void>;
  inspect(): Promise<HostFacts>;
  /** Those that may sign in no more by the host's clock, each a member of the role of one database and of no other. */
  listExpiredShellRoles(): Promise<{ id: string; databaseId: string }[]>;
  /** Figures of every customer's database at this moment, read from outside of them. */
  sample(): Promise<DatabaseFigures[]>;
  /** Bytes on disk of those that exist. */
  measureSizes(ids: readonly string[]): Promise<Map<string, bigint>>;
  close(): Promise<void>;
}

export interface HostSession {
  /** A login role without any right but its own; `verifier` is a SCRAM-SHA-256 verifier. */
  ensureRole(id: string, verifier: string): Promise<void>;
  /** Created closed: no connection is accepted until `openDatabase`. */
  ensureDatabase(id: string): Promise<void>;
  /** Copies `sourceId`, which must be closed and idle, into a closed database. */
  cloneDatabase(sourceId: string, id: string): Promise<CloneResult>;
  revokePublic(id: string): Promise<void>;
  openDatabase(id: string): Promise<void>;
  closeDatabase(id: string): Promise<void>;
  /** Ends every session of the database and waits until none is left; answers how many were ended. */
  endSessions(id: string): Promise<number>;
  ownSchema(id: string): Promise<void>;
  /** Hands everything the parent's role owns inside the clone to the clone's own role. */
  reassignOwnership(parentId: string, id: string): Promise<void>;
  /** The switch that makes a database usable: the role's rights on it. */
  grantAccess(id: string): Promise<void>;
  /** Sets the credential and undoes settings the role made for itself. */
  setPassword(id: string, verifier: string): Promise<void>;
  /** Ends every session of the role; answers how many were ended. */
  endRoleSessions(id: string): Promise<number>;
  /** The role may not sign in again; part of deletion. */
  forbidLogin(id: string): Promise<void>;
  dropDatabase(id: string): Promise<void>;
  dropRole(id: string): Promise<void>;
  /** A login role of its own that acts as the database's role until it expires. */
  createShellRole(role: NewShellRole): Promise<void>;
  /** Ends its sessions and hands what it owns to the database's role first; answers how many sessions were ended. */
  dropShellRole(role: { id: string; databaseId: string }): Promise<number>;
  /** Whether the database's role signs in with this password. */
  acceptsPassword(id: string, password: string): Promise<boolean>;
  stateOf(id: string): Promise<DatabaseState>;
  /** `id` must be closed and idle. Does nothing when that was done already. */
  renameDatabase(id: string, newId: string): Promise<void>;
  /** Leaves no right on a copy to anybody but the platform. */
  revokeAccess(copyId: string): Promise<void>;
  /** Gives `id` what its role had set for itself in the database that is now called `formerId`. */
  keepRoleSettings(formerId: string, id: string): Promise<void>;
  /** Of a database that may be closed. */
  sizeOf(id: string): Promise<bigint>;
  activityOf(id: string): Promise<DatabaseActivity>;
}

export interface NewShellRole {
  id: string;
  databaseId: string;
  verifier: string;
  expiresAt: Date;
}

/** `broken`: what a DROP that was cut short left; it can only be dropped. */
export type DatabaseState = "absent" | "broken" | "closed" | "open";

export interface DatabaseActivity {
  /** While no session is in the database, an equal mark proves that no transaction has ended in it since. */
  mark: string;
  hasSessions: boolean;
}

export type FileCopyMethod = "clone" | "copy";

export interface CloneResult {
  fileCopyMethod: FileCopyMethod;
  cloneMilliseconds: number;
}

export interface HostFacts {
  serverVersionNum: number;
  databases: { id: string; acceptsConnections: boolean; isBroken: boolean; acl: string | null }[];
  roles: string[];
}

/** Counters count from the start of the cluster's statistics, which a crash begins anew. */
export interface DatabaseFigures {
  id: string;
  /** Sessions of clients. */
  connections: number;
  /** Sessions that wait for a lock another one holds. */
  locksWaiting: number;
  commits: bigint;
  rollbacks: bigint;
  blocksRead: bigint;
  blocksHit: bigint;
  rowsReturned: bigint;
  rowsInserted: bigint;
  rowsUpdated: bigint;
  rowsDeleted: bigint;
  deadlocks: bigint;
  tempBytes: bigint;
}

/** The registered hosts. */
export interface Hosts {
  /** A host below this version takes no databases: `180007` is 18.7. It is 0 outside production. */
  readonly minimumVersionNum: number;
  /** Finds the adapter of a registered host. */
  get(hostId: string): Promise<DatabaseHost>;
}
