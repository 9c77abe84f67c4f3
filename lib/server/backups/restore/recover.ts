import { chown, mkdir, open, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { OperatorError } from "@/lib/core/operator-error";
import { isRoot, type ServiceUser } from "../../data-folder/service-user";
import { type ClusterSpecification, type RunningCluster, startCluster } from "../../embedded-postgres/cluster";
import type { ClusterSettings } from "../../embedded-postgres/cluster-configuration";
import { writeFiles } from "../blocks/write-files";
import { DamageError } from "../damage";
import { lsnText, parseLsn, SEGMENT_BYTES, segmentFile, segmentStart } from "../lsn";
import type { ClusterBackup } from "../manifest";
import type { BackupRepository } from "../repository";
import { unpack } from "../unpack";
import type { WalPiece } from "../wal-pieces";

const RECOVERY: ClusterSettings = {
  listen_addresses: "",
  hot_standby: "off",
  // All WAL lies in pg_wal already, where the server looks when the command has none.
  restore_command: "false",
  recovery_target_action: "promote",
};
/** The server's message if nothing was committed after the target. */
const NOTHING_LATER = /recovery ended before configured recovery target was reached/;
/** Recovery takes as long as it takes. */
const PATIENCE_SECONDS = 7 * 86_400;
const STOP_MILLISECONDS = 60_000;

interface ClusterParts {
  backup: ClusterBackup;
  wal: readonly WalPiece[];
  data: string;
  user: ServiceUser;
}

/** Writes a cluster's WAL, of which the newest is replaced soonest, and the files of its base backup beside it. */
export async function fetchCluster(
  repository: BackupRepository,
  { backup, wal, data, user }: ClusterParts,
  onBytes: (count: number) => void,
): Promise<void> {
  const owner = isRoot() ? user : null;
  for (const folder of [data, join(data, "pg_wal")]) {
    await mkdir(folder, { mode: 0o700 });
    if (owner) await chown(folder, owner.uid, owner.gid);
  }
  for (const piece of wal) await fetchPiece(repository, piece, { folder: join(data, "pg_wal"), owner });
  const { volumes, blocks } = backup;
  if (blocks) await writeFiles({ repository, index: blocks.index, volumes }, { folder: data, owner, onBytes });
  else for (const name of volumes) await unpack(await repository.read(name), data, owner, onBytes);
  const signal = join(data, "recovery.signal");
  await writeFile(signal, "", { mode: 0o600 });
  if (owner) await chown(signal, owner.uid, owner.gid);
}

async function fetchPiece(
  repository: BackupRepository,
  piece: WalPiece,
  { folder, owner }: { folder: string; owner: ServiceUser | null },
): Promise<void> {
  const bytes = await buffer(await repository.read(piece.name));
  if (BigInt(bytes.length) !== piece.end - piece.start) {
    throw new DamageError(`${piece.name} in ${repository.name} has another size than its name says.`);
  }
  const isFirst = piece.start === segmentStart(piece.start);
  const path = join(folder, segmentFile(piece.timeline, piece.start));
  const file = await open(path, isFirst ? "w" : "r+", 0o600);
  try {
    await file.truncate(Number(SEGMENT_BYTES));
    await file.write(bytes, 0, bytes.length, Number(piece.start % SEGMENT_BYTES));
    if (owner) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
}

/** Replays the WAL up to the target, does the work in the open cluster, and stops it. Throws `OperatorError`. */
export async function recoverCluster(
  specification: ClusterSpecification,
  { target, wal }: { target: Date | null; wal: readonly WalPiece[] },
  work: (cluster: RunningCluster) => Promise<void> = async () => undefined,
): Promise<void> {
  const withTarget = (settings: ClusterSettings) => ({
    ...specification,
    settings: { ...specification.settings, ...RECOVERY, ...settings },
    patienceSeconds: PATIENCE_SECONDS,
  });
  // The abbreviation Z is not known yet when a server reads this.
  const time: ClusterSettings =
    target === null ? {} : { recovery_target_time: target.toISOString().replace("Z", "+00:00") };
  let hasEnded = target === null;
  const cluster = await startCluster(withTarget(time)).catch((error: unknown) => {
    if (hasEnded || !(error instanceof OperatorError) || !NOTHING_LATER.test(error.message)) throw error;
    // All that is there was committed before the target.
    hasEnded = true;
    return startCluster(withTarget({}));
  });
  try {
    if (hasEnded) await requireEnd(cluster.dataDirectory, wal);
    await work(cluster);
  } finally {
    await cluster.stop(STOP_MILLISECONDS);
  }
}

/**
 * Recovery ends at the first record that isn't whole, as if nothing came after. The last record of the sent WAL may be
 * cut off, but no more than that. The history of the new timeline says where recovery ended.
 */
async function requireEnd(data: string, wal: readonly WalPiece[]): Promise<void> {
  const names = (await readdir(join(data, "pg_wal"))).filter((name) => name.endsWith(".history")).sort();
  const history = await readFile(join(data, "pg_wal", names.at(-1) ?? ""), "utf8");
  const ended = parseLsn(history.trim().split("\n").at(-1)?.split("\t")[1] ?? "0/0");
  const end = wal.at(-1)?.end ?? 0n;
  if (ended + SEGMENT_BYTES >= end) return;
  throw new DamageError(
    `The write-ahead log can't be read after ${lsnText(ended)}, and backups have it up to ${lsnText(end)}.`,
  );
}
