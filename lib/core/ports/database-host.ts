import type { CustomerSession, CustomerSessionOptions } from "./customer-session";
import type { DatabaseLimit, GuardReport, GuardRestriction } from "./host-guard";
import type { MoveSession } from "./move-session";
import type { RawLogin, RawSession, RawSessionOptions } from "./raw-session";

/** `id` names a database and its role. Every change can be repeated without harm. Methods throw `HostUnavailableError`. */
export interface DatabaseHost {
  /** Does `work` in the session that holds the advisory locks, so that they last as long as any of its statements. */
  withLock<T>(ids: readonly string[], work: (session: HostSession) => Promise<T>): Promise<T>;
  tryLock<T>(ids: readonly string[], work: (session: HostSession) => Promise<T>): Promise<T | null>;
  /** The caller closes the session, which acts as the database's own role, or as another one that may connect to it. */
  connectAs(id: string, password: string, options: CustomerSessionOptions, role?: string): Promise<CustomerSession>;
  /**
   * Opens a session as the database's read role. Returns `null` unless the role is ready and has the password, which
   * `ensureReadRole` gives it.
   */
  connectAsReader(id: string, password: string, options: CustomerSessionOptions): Promise<CustomerSession | null>;
  /** Signs in to the database for a client that speaks for itself. Returns `null` for a wrong password. */
  connectRaw(id: string, login: RawLogin, options: RawSessionOptions): Promise<RawSession | null>;
  /**
   * Signs in as the database's function role. Returns `null` unless the role is ready and has the password, which
   * `ensureFunctionRole` gives it.
   */
  connectAsFunction(id: string, password: string, options: RawSessionOptions): Promise<RawSession | null>;
  /** Cancels the statement that the database's own role or its read role executes under this name. */
  cancelAs(id: string, applicationName: string): Promise<number>;
  /** Returns the sessions in a database, at most `limit`, those that run or wait first. */
  listSessions(id: string, limit: number): Promise<HostedSession[]>;
  /** Returns the slowest statements of a database, at most `limit`; `null` where the host does not measure them. */
  listSlowStatements(id: string, limit: number): Promise<SlowStatement[] | null>;
  /**
   * Cancels the statement of a session of the database's own roles, or ends the session. Returns whether there was such
   * a session; one of the platform's is none.
   */
  signalSession(id: string, session: SessionAddress, signal: "cancel" | "end"): Promise<boolean>;
  /** Returns `null` for a transaction that ended too long ago to be known. */
  transactionStatus(transactionId: string): Promise<"committed" | "aborted" | "in progress" | null>;
  /**
   * Signs in as the database's role, or as another one that may connect to it, which needs no lock. Throws when that
   * says nothing of the password.
   */
  acceptsPassword(id: string, password: string, role?: string): Promise<boolean>;
  ping(): Promise<void>;
  inspect(): Promise<HostFacts>;
  readSetUp(): Promise<HostSetUp>;
  /** Signs in as two temporary roles that are like those of a customer's database. */
  tryLogins(): Promise<HostLogins>;
  /** Returns roles that have expired by the host's clock; each is a member of one database's role and no other. */
  listExpiredShellRoles(): Promise<{ id: string; databaseId: string }[]>;
  sample(): Promise<DatabaseFigures[]>;
  /** Returns bytes on disk, and leaves out databases that do not exist. */
  measureSizes(ids: readonly string[]): Promise<Map<string, bigint>>;
  /** Replaces the limits that the host's guard knows. */
  setLimits(limits: readonly DatabaseLimit[]): Promise<void>;
  /** Returns the guard's entries since an event; `null` where the host has no tables for a guard. */
  readGuard(afterEventId: bigint): Promise<GuardReport | null>;
  close(): Promise<void>;
}

/** The moment of the start tells a session from a later one with the same process id. */
export interface SessionAddress {
  pid: number;
  /** ISO 8601 with microseconds, UTC. */
  startedAt: string;
}

export interface HostedSession extends SessionAddress {
  /** The role that signed in; `null` for a session of the platform, whose statement is left out. */
  role: string | null;
  applicationName: string;
  /** The network address of the other end. */
  address: string | null;
  /** As in pg_stat_activity, such as `idle in transaction`. */
  state: string;
  /** The seconds in this state, and in the transaction. */
  stateSeconds: number;
  transactionSeconds: number | null;
  /** The statement that runs, or ran last, cut by the server after about 1,000 bytes. */
  statement: string;
  /** Such as `Lock: transactionid`; `null` while it waits for nothing. */
  waitsFor: string | null;
  /** The processes whose locks it waits for. */
  blockedBy: number[];
}

/** A statement as pg_stat_statements has it, since its counters were last reset; `$1` stands for a constant. */
export interface SlowStatement {
  /** Cut off after 2,000 characters. */
  statement: string;
  calls: number;
  rows: number;
  /** The time of all calls together. */
  totalMicros: number;
}

export interface HostSession {
  readonly move: MoveSession;
  /** The role can log in but has no other right; `verifier` is a SCRAM-SHA-256 verifier. */
  ensureRole(id: string, verifier: string): Promise<void>;
  /** A new database accepts no connection until `openDatabase`. */
  ensureDatabase(id: string): Promise<void>;
  /** The source must be closed and idle; the copy is closed. */
  cloneDatabase(sourceId: string, id: string): Promise<CloneResult>;
  revokePublic(id: string): Promise<void>;
  openDatabase(id: string): Promise<void>;
  closeDatabase(id: string): Promise<void>;
  /** Waits until no session is left, and returns how many were ended. */
  endSessions(id: string): Promise<number>;
  ownSchema(id: string): Promise<void>;
  reassignOwnership(parentId: string, id: string): Promise<void>;
  grantAccess(id: string): Promise<void>;
  /**
   * Sets the role's password, and undoes the settings that the role made for itself. The function role loses its own
   * password until it is needed again.
   */
  setPassword(id: string, verifier: string): Promise<void>;
  /**
   * Sets the role's password and leaves its settings. The function role and the read role lose their own until they are
   * needed again.
   */
  renewPassword(id: string, verifier: string): Promise<void>;
  /** Ends the sessions of the database's role and of its function role. */
  endRoleSessions(id: string): Promise<number>;
  /** Takes the right to log in from the database's role, its read role, its function role and those of its pooler. */
  forbidLogin(id: string, pooledRoles?: readonly string[]): Promise<void>;
  /** Gives back the right that `forbidLogin` has taken, once the host's guard doesn't keep the database closed. */
  allowLogin(id: string, pooledRoles?: readonly string[]): Promise<void>;
  dropDatabase(id: string): Promise<void>;
  /** The read role can do no more than read; the database must be open. */
  ensureReadRole(id: string, verifier: string): Promise<void>;
  /** The end-user role cannot log in. The database's role may act as it and has none of its rights otherwise. */
  ensureEndUserRole(id: string): Promise<void>;
  /** The function role has the privileges of the database's role, and cannot act as it. */
  ensureFunctionRole(id: string, verifier: string): Promise<void>;
  /**
   * Hands the objects that functions have made to the database's role. Returns `false` while somebody's lock keeps it
   * from that: it is safe to repeat.
   */
  takeOverFromFunctions(id: string): Promise<boolean>;
  /**
   * Also drops the database's read role, end-user role and function role. Returns `false` while a neighbour keeps one
   * of them from being dropped: the work so far is safe to repeat.
   */
  dropRole(id: string): Promise<boolean>;
  createShellRole(role: NewShellRole): Promise<void>;
  /** The database's role gets the objects that the shell role owned. */
  dropShellRole(role: { id: string; databaseId: string }): Promise<DroppedShellRole>;
  /** Returns the names of all shell roles of a database, the pooled one and expired ones too. */
  listShellRoles(databaseId: string): Promise<string[]>;
  stateOf(id: string): Promise<DatabaseState>;
  /** The database must be closed and idle; a repeated call does nothing. */
  renameDatabase(id: string, newId: string): Promise<void>;
  /** Leaves nobody but the platform any right on a copy. */
  revokeAccess(copyId: string): Promise<void>;
  /** Copies to the role and database `id` the settings that a role made for itself in a database. */
  keepRoleSettings(from: { database: string; role: string }, id: string): Promise<void>;
  /** Returns bytes on disk, 0 for a database that does not exist. */
  sizeOf(id: string): Promise<bigint>;
  activityOf(id: string): Promise<DatabaseActivity>;
  /** Returns the restriction that the host's guard has set on the database at this moment. */
  restrictionOf(id: string): Promise<GuardRestriction | null>;
}

export interface DroppedShellRole {
  endedSessions: number;
  /** `false` while a neighbour keeps the role from being dropped. It cannot log in any more. */
  isDropped: boolean;
}

export interface NewShellRole {
  id: string;
  databaseId: string;
  verifier: string;
  /** `null` for the pooled role of the database. */
  expiresAt: Date | null;
  /** Whether the guard keeps the database's roles out, so that it lets this one in with the others. */
  isShutOut?: boolean;
}

/** A `DROP` that was interrupted leaves a `broken` database, which can only be dropped. */
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

/** The state of a cluster that docs/hosts.md asks for before it holds the first database. */
export interface HostSetUp {
  isSuperuser: boolean;
  createsDatabases: boolean;
  createsRoles: boolean;
  /** Whether the template is closed; `null` when there is no template. */
  templateIsClosed: boolean | null;
  /** Whether the provisioner is let in with a wrong password. */
  takesAnyPassword: boolean;
}

/** The way in which a cluster lets the roles of customers in. A refusal is its code; `null` where the role is let in. */
export interface HostLogins {
  /** Whether one of the roles is let in with a wrong password. */
  takesAnyPassword: boolean;
  /** The refusal of a database's own role. */
  ownRole: string | null;
  /** The refusal of a role that is a member of it, as viewers and psql logins have. */
  memberRole: string | null;
  /** The database of others that lets the own role in; `null` for none. */
  otherDatabase: string | null;
}

export interface HostFacts {
  serverVersionNum: number;
  /** The number that initdb gave the cluster. */
  systemIdentifier: string;
  databases: { id: string; acceptsConnections: boolean; isBroken: boolean; acl: string | null }[];
  roles: string[];
}

/** The counters start with the cluster's statistics, which a crash resets. */
export interface DatabaseFigures {
  id: string;
  connections: number;
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

export interface Hosts {
  /** A host below this version (`180007` is 18.7) takes no databases; outside production it is 0. */
  readonly minimumVersionNum: number;
  get(hostId: string): Promise<DatabaseHost>;
}
