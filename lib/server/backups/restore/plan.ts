import { OperatorError } from "@/lib/core/operator-error";
import { DamageError } from "../damage";
import { lsnText, parseLsn, SEGMENT_BYTES } from "../lsn";
import { copiesOf, copyOf, filesOf, listManifests, type Manifest } from "../manifest";
import { isReached, type Reach, readReach } from "../reach";
import type { BackupRepository } from "../repository";
import { newestTarget } from "../restorable";
import type { ClusterName } from "../running-clusters";
import { listObjects } from "../ship-objects";
import { chainFrom, listPieces, type WalPiece } from "../wal-pieces";

export interface RestorePlan {
  manifest: Manifest;
  /** The second to restore to; `null` for the newest. */
  target: Date | null;
  /** Up to which moment the place has everything. */
  upTo: Date;
  /** The newest canary of each cluster that has to be there. */
  canaries: Reach["canaries"];
  /** The objects that were stored before have to be there; `null` for all. */
  objectsBefore: Reach["objectsBefore"];
  wal: Record<ClusterName, WalPiece[]>;
  objects: { id: string; bytes: number }[];
  /** The bytes to fetch, as they are stored. */
  bytes: number;
}

/** Returns the steps of a restore. Throws `OperatorError` where something that it needs is not there. */
export async function planRestore(repository: BackupRepository, target: Date | null): Promise<RestorePlan> {
  const manifests = await listManifests(repository);
  const [oldest] = manifests;
  const reach = await readReach(repository);
  if (!oldest || !reach) throw new OperatorError(`There is no whole backup in ${repository.name} yet.`);
  if (target !== null && target > reach.at) {
    throw new OperatorError(
      `The backups in ${repository.name} end at ${reach.at.toISOString()}. Choose a time before.`,
    );
  }
  const manifest = target === null ? manifests.at(-1) : manifests.findLast(({ finishedAt }) => finishedAt <= target);
  if (!manifest) {
    throw new OperatorError(
      `The backups in ${repository.name} begin at ${oldest.finishedAt.toISOString()}. Choose a time after.`,
    );
  }
  const next = manifests[manifests.indexOf(manifest) + 1] ?? null;
  const wal: RestorePlan["wal"] = { control: [], "host-1": [] };
  const copies = copiesOf(manifest);
  // The host comes last, as more may arrive meanwhile: databases are there before the rows that say that they are.
  for (const [name] of copies.toReversed())
    wal[name] = await planWal(repository, { name, manifest, target, reach, next });
  const objects = await listObjects(repository);
  const sizes = new Map((await repository.list("base/")).map(({ name, bytes }) => [name, bytes]));
  const files = copies.flatMap(([, copy]) => filesOf(copy));
  const missing = files.find((name) => !sizes.has(name));
  if (missing !== undefined) throw new DamageError(`${missing} is missing in ${repository.name}.`);
  const bytes = [...files.map((name) => sizes.get(name) ?? 0), ...objects.map((object) => object.bytes)];
  return {
    manifest,
    target,
    upTo: reach.at,
    canaries: reach.canaries,
    objectsBefore: reach.objectsBefore,
    wal,
    objects,
    bytes: bytes.reduce((sum, size) => sum + size, 0),
  };
}

async function planWal(
  repository: BackupRepository,
  options: { name: ClusterName; manifest: Manifest; target: Date | null; reach: Reach; next: Manifest | null },
): Promise<WalPiece[]> {
  const { name, manifest, target, reach, next } = options;
  const { systemIdentifier, timeline, startLsn } = copyOf(manifest, name);
  const pieces = await listPieces(repository, { cluster: name, systemIdentifier });
  const chain = chainFrom(pieces, timeline, parseLsn(startLsn));
  // A piece that is later than the target has all that was committed before the target, and the record that ends
  // recovery there.
  const last = target === null ? -1 : chain.findIndex(({ at }) => at > target);
  if (last !== -1) return chain.slice(0, last + 1);
  const reached = chain.at(-1)?.end ?? 0n;
  if (isReached(reach, name, { timeline, end: reached })) return chain;
  const upTo = newestTarget(chain);
  const isOfUse = upTo !== null && upTo >= manifest.finishedAt;
  const advice = isOfUse ? `Restore with --at ${upTo.toISOString()} or earlier` : "Restore to a time before";
  const later = next === null ? "" : `, or ${next.finishedAt.toISOString()} or later`;
  throw new DamageError(
    `The write-ahead log of ${name} after ${lsnText(reached)} is missing in ${repository.name}. ${advice}${later}.`,
  );
}

/** The bytes that a server makes besides those it is given. */
const SLACK_BYTES = 256 * 1024 ** 2;

/** Returns how much room recovering some of the clusters takes. */
export function recoveredBytes({ manifest, wal }: RestorePlan, names: readonly ClusterName[]): number {
  const bytes = names.map((name) => {
    const segments = new Set(wal[name].map(({ start }) => start / SEGMENT_BYTES));
    return copyOf(manifest, name).bytes + segments.size * Number(SEGMENT_BYTES);
  });
  return bytes.reduce((sum, size) => sum + size, SLACK_BYTES);
}
