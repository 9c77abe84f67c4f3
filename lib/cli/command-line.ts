import type { BackupProof, BackupStatus } from "@/lib/core/backup-status";
import type { Environment } from "@/lib/core/env";
import type { LocalWindowStatus } from "@/lib/core/local-window";
import { OperatorError } from "@/lib/core/operator-error";
import type { DatabaseCopier } from "@/lib/core/ports/database-copier";
import type { FunctionStanding } from "@/lib/core/ports/function-runtime";
import type { PastDatabases } from "@/lib/core/ports/past-databases";
import type { OpenHost } from "@/lib/hosting/hosts/require-fit";
import type { KeyFile } from "@/lib/hosting/secrets/key-file";
import type { ServiceContext } from "@/lib/runtime";

/** A connection to the control plane for the time of one command. */
export interface CommandSession {
  ctx: ServiceContext;
  environment: Environment;
  openHost: OpenHost;
  copier: DatabaseCopier;
  /** Whether the service may be running; if not, the embedded databases run for this command alone. */
  isServing: boolean;
  /** `null` when the key ring comes from the environment. */
  keyFile: KeyFile | null;
  /** Returns when every running process seals with the newest key of the file. */
  settleKeys: () => Promise<void>;
}

/**
 * The parts of a stopped embedded installation that a command needs: the control plane, the host as well, or only a
 * look at both, which changes nothing and does without a host that does not start. `migration` is of the control plane
 * as it is; for all others but a look, it must have this version's schema.
 */
export type SessionPurpose = "control-plane" | "hosts" | "look" | "migration";

/** The facts that the doctor checks without a session, since they may be why there is none. */
export interface DoctorProbes {
  nodeVersion: string;
  /** The search path for programs. */
  searchPath: string;
  /** The absolute path of the data folder; only the embedded databases need it. */
  dataDir: string;
  isEmbedded: boolean;
  redisUrl: string | null;
  /** Whether backups are set up, and the latest report of the process that makes them. */
  backups: { isSetUp: boolean; status: BackupStatus | null };
  /** The latest report of the process that keeps the local window; `null` without one. */
  localWindow: LocalWindowStatus | null;
  /** Returns the names of the migrations of this version. */
  listMigrations(): Promise<string[]>;
  /** Returns the folders that hold the data of the embedded clusters; none before the first start. */
  clusterFolders(): Promise<string[]>;
  /** Extensions that customers may install. */
  allowedExtensions: readonly string[];
  /**
   * Returns how the running service runs functions, and while it does not run, how this machine would: `missing` where
   * their runtime is not installed, `away` where the process that `COPPICE_FUNCTIONS_SOCKET` names doesn't answer.
   */
  functions(): Promise<FunctionStanding | "missing" | "away">;
}

/** The place of a cluster, for its guard. */
export interface GuardedCluster {
  dataDirectory: string;
  socketDirectory: string;
  port: number;
  superuser: string;
  /** The role that reads the guard's actions. */
  provisioner: string;
}

export interface MigrationOutcome {
  /** The names of the migrations, in their order; empty if there was nothing to do. */
  applied: string[];
  /** Says it in a sentence. */
  text: string;
}

/** The proof of the embedded databases, and those of the registered hosts that are backed up. */
export interface AllProofs extends BackupProof {
  hosts: { name: string; proof: BackupProof }[];
}

/** A whole base backup. */
export interface BackupSummary {
  id: string;
  startedAt: string;
  finishedAt: string;
  /** The size of the databases. */
  bytes: number;
  /** The size of the files that were added to the place for it. */
  storedBytes: number;
  objects: number;
}

export interface RestoreSummary {
  from: string;
  dataDir: string;
  backupId: string;
  /** Everything that was committed before is restored. */
  restoredTo: string;
  fetchedBytes: number;
  objects: number;
  objectsAreElsewhere: boolean;
}

export interface HostRestoreRequest extends RestoreRequest {
  /** The name or id of a registered host. */
  host: string;
  /** The folder that gets the files of its cluster. */
  to: string;
}

export interface RestoreRequest {
  from: string;
  /** The second to restore to; `null` for the newest. */
  at: Date | null;
  /** Called with the plan, before anything is. */
  announce: (plan: RestoreSummary) => void;
}

/** Everything outside the process that a command may use; the entry passes the real one. */
export interface CommandLine extends PastDatabases {
  /** Writes the result, and nothing else, to standard output. */
  write(text: string): void;
  /** Writes errors and progress to standard error. */
  notice(text: string): void;
  /** Logs an unexpected error at debug level. */
  debug(error: unknown): Promise<void>;
  /** Reads the first line of standard input. */
  readLine(prompt: string): Promise<string>;
  /** Reads all of standard input. */
  readInput(): Promise<Uint8Array>;
  /** Returns the version with the build, such as `0.1.0 (3f2a9c1b7d4e)`. */
  version(): Promise<string>;
  /** Returns an environment variable that the operator named. */
  variable(name: string): string | undefined;
  /** The purpose is `control-plane` unless the command says otherwise. */
  withSession<T>(work: (session: CommandSession) => Promise<T>, purpose?: SessionPurpose): Promise<T>;
  createVolume(sizeBytes: number): Promise<void>;
  growVolume(sizeBytes: number): Promise<void>;
  /** Guards a cluster until the process is asked to stop. */
  guardHost(cluster: GuardedCluster): Promise<void>;
  /** Brings the control plane to this version's schema. */
  migrate(): Promise<MigrationOutcome>;
  /** Puts the embedded control plane back as it was before the last upgrade. */
  undoUpgrade(): Promise<{ time: string; keptIn: string }>;
  /** Makes a base backup of the embedded databases. */
  backUp(): Promise<BackupSummary>;
  listBackups(): Promise<BackupSummary[]>;
  /** Returns the latest report of the process that makes backups. */
  backupStatus(): Promise<BackupStatus>;
  /** Recovers the newest backups in a scratch folder and reads them. */
  proveBackups(): Promise<AllProofs>;
  restore(request: RestoreRequest): Promise<RestoreSummary>;
  /** Restores the cluster of a registered host into a folder of its own. */
  restoreHost(request: HostRestoreRequest): Promise<RestoreSummary>;
  /** Returns the facts for the doctor. */
  probes(): Promise<DoctorProbes>;
}

/** Thrown for a wrong argument or option. */
export class UsageError extends OperatorError {
  override name = "UsageError";
}
