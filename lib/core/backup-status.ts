import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** Whether the newest backup could be recovered and read. One that could not be tried is never taken for proven. */
const BackupProof = z.object({
  outcome: z.enum(["proven", "failed", "could not run"]),
  place: z.string(),
  /** When it ended. */
  at: z.coerce.date(),
  /**
   * A sentence about the findings, or the obstacle that kept it from running; `null` if everything was as it should be.
   */
  reason: z.string().nullable(),
  backupId: z.string().nullable(),
  /** Everything that was committed before had to be there. */
  upTo: z.coerce.date().nullable(),
  seconds: z.number(),
  /** The time that fetching and recovering the databases took, on this machine at low priority. */
  recoverySeconds: z.number().nullable(),
  /**
   * The numbers of things that were read and found to be whole. `objects` is `null` where a store elsewhere has them.
   */
  checked: z.object({ pages: z.int(), relations: z.int(), canaries: z.int(), objects: z.int().nullable() }),
});

export type BackupProof = z.infer<typeof BackupProof>;

const Proofs = z.object({
  proof: BackupProof.nullable(),
  /** The last one that proved something. */
  lastProven: BackupProof.nullable(),
  /** The last one that failed. No later base backup relies on files that were stored before it. */
  lastFailed: BackupProof.nullable().default(null),
});

/** Times that can't be restored, between the last one before and the first one after that can. */
const RestoreGap = z.object({ from: z.coerce.date(), until: z.coerce.date() });

export type RestoreGap = z.infer<typeof RestoreGap>;

/** The last report of the process that makes backups. */
const BackupStatus = z.object({
  /** When it was said. */
  at: z.coerce.date(),
  place: z.string(),
  everySeconds: z.int(),
  /** Everything that was committed before is away from this machine; `null` before the first time. */
  upTo: z.coerce.date().nullable(),
  /** The bytes of objects that were stored before are, too; `null` where they are sent before the writes. */
  objectsUpTo: z.coerce.date().nullable().default(null),
  /** The newest whole base backup. */
  lastBackupAt: z.coerce.date().nullable(),
  /** From here on the installation can be restored to any second that isn't in a gap. */
  restorableFrom: z.coerce.date().nullable(),
  /** The newest second that it can be restored to: nothing was committed between it and `upTo`. */
  restorableTo: z.coerce.date().nullable().default(null),
  /** The gaps between base backups, oldest first. */
  restoreGaps: z.array(RestoreGap).default([]),
  /** A sentence about the obstacle that keeps the newest from being sent, or a base backup from being made. */
  failure: z.string().nullable(),
  /** The times at which WAL was lost before it could be sent, the newest last. */
  gaps: z.array(z.coerce.date()),
});

export type ShippingStatus = z.infer<typeof BackupStatus>;
export type BackupProofs = z.infer<typeof Proofs>;
/** The backups of one place: of the embedded databases, or of a registered host. */
export type PlaceStatus = ShippingStatus & BackupProofs;
export type BackupStatus = PlaceStatus & { hosts: HostBackups[] };

export const backupStatusFile = (dataDir: string) => join(dataDir, "backups", "status.json");
/** A file of its own, as another process proves. */
export const backupProofFile = (dataDir: string) => join(dataDir, "backups", "proof.json");

const ListedHosts = z.array(
  z.object({
    id: z.string(),
    name: z.string(),
    /** A sentence about the reason for which the host can't be backed up; `null` if it can. */
    obstacle: z.string().nullable(),
  }),
);

export type ListedHost = z.infer<typeof ListedHosts>[number];
/** A registered host and its backups; the status is `null` before the first. */
export type HostBackups = ListedHost & { status: PlaceStatus | null };

export const listedHostsFile = (dataDir: string) => join(dataDir, "backups", "hosts", "list.json");
/** The folder that has for a registered host's backups the files that the data folder has for those of the embedded databases. */
export const hostBackupFolder = (dataDir: string, hostId: string) => join(dataDir, "backups", "hosts", hostId);

/** Returns `null` for an installation that makes no backups. */
export async function readBackupStatus(dataDir: string): Promise<BackupStatus | null> {
  const status = await readPlaceStatus(dataDir);
  return status && { ...status, hosts: await readHostBackups(dataDir) };
}

async function readPlaceStatus(dataDir: string): Promise<PlaceStatus | null> {
  try {
    const shipping = BackupStatus.parse(JSON.parse(await readFile(backupStatusFile(dataDir), "utf8")));
    return { ...shipping, ...(await readBackupProofs(dataDir, shipping.place)) };
  } catch {
    return null;
  }
}

/** Returns the registered hosts by name, those that can't be backed up included. */
export async function readHostBackups(dataDir: string): Promise<HostBackups[]> {
  const text = await readFile(listedHostsFile(dataDir), "utf8").catch(() => "[]");
  return Promise.all(
    ListedHosts.parse(JSON.parse(text)).map(async (host) => {
      return { ...host, status: await readPlaceStatus(hostBackupFolder(dataDir, host.id)) };
    }),
  );
}

/** Returns the proof of one place: a proof says nothing about the backups of another. */
export async function readBackupProofs(dataDir: string, place: string): Promise<BackupProofs> {
  const ofPlace = (proof: BackupProof | null) => (proof?.place === place ? proof : null);
  try {
    const found = Proofs.parse(JSON.parse(await readFile(backupProofFile(dataDir), "utf8")));
    const { proof, lastProven, lastFailed } = found;
    return { proof: ofPlace(proof), lastProven: ofPlace(lastProven), lastFailed: ofPlace(lastFailed) };
  } catch {
    return { proof: null, lastProven: null, lastFailed: null };
  }
}

/** The newest may be as old as several rounds take before something is wrong. */
const LATE_ROUNDS = 3;
const LATE_SECONDS = 60;
/** A base backup is made each night. */
const OLD_BACKUP_MILLISECONDS = 36 * 3_600_000;
/** A proof that could not run may have a passing reason. */
const OLD_PROOF_MILLISECONDS = 3 * 86_400_000;

/** Returns how many seconds of work would be lost with the machine now; `null` if nothing is away from it. */
export function secondsAtRisk({ upTo }: ShippingStatus, now: Date): number | null {
  return upTo === null ? null : Math.max(0, (now.getTime() - upTo.getTime()) / 1_000);
}

/** Returns the fault in a sentence, or `null`. A host that can't be backed up is none if it never was: its operator may do that otherwise. */
export function describeTrouble(status: BackupStatus, now: Date): string | null {
  const own = describePlaceTrouble("Backups", status, now);
  if (own !== null) return own;
  return status.hosts.map((host) => describeHostTrouble(host, now)).find((trouble) => trouble !== null) ?? null;
}

/** Returns the fault of one registered host's backups in a sentence, or `null`. */
export function describeHostTrouble({ name, obstacle, status }: HostBackups, now: Date): string | null {
  const what = `Backups of the host ${name}`;
  if (obstacle === null) return status && describePlaceTrouble(what, status, now);
  return status?.lastBackupAt ? `${what}: no more are made. ${obstacle}` : null;
}

function describePlaceTrouble(what: string, status: PlaceStatus, now: Date): string | null {
  const { failure, everySeconds, lastBackupAt, place } = status;
  const seconds = secondsAtRisk(status, now);
  const late = LATE_ROUNDS * everySeconds + LATE_SECONDS;
  if (seconds === null || seconds > late) {
    const since = seconds === null ? "yet" : `for ${Math.round(seconds / 60)} minutes`;
    return `${what}: nothing has reached ${place} ${since}. ${failure ?? "The process that sends it doesn't run."}`;
  }
  if (failure !== null) return `${what}: ${failure}`;
  if (lastBackupAt === null) return `${what}: there is no base backup yet, so nothing can be restored.`;
  if (now.getTime() - lastBackupAt.getTime() > OLD_BACKUP_MILLISECONDS) {
    return `${what}: the last base backup is of ${lastBackupAt.toISOString()}.`;
  }
  return describeProofTrouble(what, status, now);
}

function describeProofTrouble(what: string, { proof, lastProven }: BackupProofs, now: Date): string | null {
  if (proof === null || proof.outcome === "proven") return null;
  if (proof.outcome === "failed") return `${what}: the last proof failed. ${proof.reason}`;
  if (lastProven && now.getTime() - lastProven.at.getTime() <= OLD_PROOF_MILLISECONDS) return null;
  const since = lastProven === null ? "" : ` since ${lastProven.at.toISOString()}`;
  return `${what}: none could be proven${since}. ${proof.reason}`;
}
