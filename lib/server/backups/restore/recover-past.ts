import { join } from "node:path";
import type { BackupSettings } from "@/lib/core/backup-settings";
import type { CrashPoint } from "@/lib/core/ports/crash-point";
import type { PastStep, Recovery } from "@/lib/core/ports/past-databases";
import { findServiceUser } from "../../data-folder/service-user";
import type { RunningCluster } from "../../embedded-postgres/cluster";
import { copyOf } from "../manifest";
import type { BackupRepository } from "../repository";
import type { BackedUpCluster } from "../running-clusters";
import { scratchCluster } from "../scratch/cluster";
import { makeScratch, requireRoom, type Scratch } from "../scratch/folder";
import { requireOwnVersion, setOwnSettingsAside } from "./own-settings";
import { planRestore, recoveredBytes } from "./plan";
import { fetchCluster, recoverCluster } from "./recover";

/** The name that a host's cluster has in each repository. */
const HOST = "host-1";
const STEPS = {
  fetching: "fetching the backup",
  replaying: "replaying the write-ahead log",
  copying: "copying the database",
} as const satisfies Record<PastStep, string>;

export interface RecoveryOptions {
  dataDir: string;
  settings: BackupSettings;
  /** The folder of an installed PostgreSQL's programs, by default the packages'. */
  postgresBin?: string | null;
  onProgress: (step: string, bytes: number) => void;
  crashPoint: CrashPoint;
  signal: AbortSignal;
}

/** The parts of a recovery that hold for all that are carried out one after another. */
export interface RecoveryPlace extends RecoveryOptions {
  instanceId: string;
  scratch: Scratch;
  /** The embedded host. */
  host: BackedUpCluster;
}

export type OnStep = Parameters<Recovery["bringBack"]>[1];

export async function tell({ onProgress, signal }: RecoveryOptions, onStep: OnStep, step: PastStep): Promise<void> {
  onProgress(STEPS[step], 0);
  await onStep(step);
  signal.throwIfAborted();
}

interface PastHost {
  /** Opens the repository once the folder is there. Throws where it is of another installation. */
  open: () => Promise<BackupRepository>;
  at: Date;
  onStep: OnStep;
  /** Lets a role sign in by its password, to one database of a host whose machine is another; `null` for this machine's. */
  login: { database: string; role: string } | null;
}

/** Recovers a host in the scratch folder as of a time, and does `work` while it is open. The caller clears the folder. */
export async function recoverPast(
  options: RecoveryPlace,
  { open, at, onStep, login }: PastHost,
  work: (cluster: RunningCluster) => Promise<void>,
): Promise<void> {
  const { dataDir, scratch, onProgress } = options;
  await tell(options, onStep, "fetching");
  const user = await findServiceUser("coppice-host");
  await makeScratch(scratch, [user]);
  const repository = await open();
  const plan = await planRestore(repository, at);
  requireRoom(scratch, recoveredBytes(plan, [HOST]));
  const specification = await scratchCluster(HOST, {
    ...{ scratch, user, login },
    logFile: join(dataDir, "backups", `proof-${HOST}.log`),
  });
  const data = join(specification.directory, "data");
  const wal = plan.wal[HOST];
  await fetchCluster(repository, { backup: copyOf(plan.manifest, HOST), wal, data, user }, (count) => {
    options.signal.throwIfAborted();
    onProgress(STEPS.fetching, count);
  });
  if (login !== null) {
    await requireOwnVersion(data);
    await setOwnSettingsAside(data);
  }
  await tell(options, onStep, "replaying");
  await recoverCluster(specification, { target: at, wal }, async (cluster) => {
    options.crashPoint("past-restore.recovered");
    await work(cluster);
  });
}
