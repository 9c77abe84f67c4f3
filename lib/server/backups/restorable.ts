import type { RestoreGap } from "@/lib/core/backup-status";
import { parseLsn } from "./lsn";
import { copiesOf, filesOf, type Manifest } from "./manifest";
import { isReached, type Reach, readReach } from "./reach";
import type { BackupRepository } from "./repository";
import type { ClusterName } from "./running-clusters";
import { chainFrom, listPieces, reachOf, type WalPiece } from "./wal-pieces";

/** The times to which a base backup leads, both ends included. */
export interface RestorableSpan {
  from: Date;
  /** `null` while all that was sent since is there. Before `from` where the base backup itself isn't whole. */
  to: Date | null;
  /** The part that is missing after it; `null` if nothing is, or only after the next base backup. */
  missing: string | null;
}

interface Restorable {
  restorableFrom: Date | null;
  restorableTo: Date | null;
  restoreGaps: RestoreGap[];
}

/** Returns the times to which each base backup leads, in their order. */
export async function findSpans(
  repository: BackupRepository,
  manifests: readonly Manifest[],
): Promise<RestorableSpan[]> {
  // It is read first: everything that it tells of is there when it is written.
  const reach = await readReach(repository);
  const newest = manifests.at(-1);
  if (!reach || !newest) return [];
  const files = new Set((await repository.list("base/")).map(({ name }) => name));
  const wal: Found["wal"] = {};
  for (const [cluster, { systemIdentifier }] of copiesOf(newest)) {
    wal[cluster] = await listPieces(repository, { cluster, systemIdentifier });
  }
  return manifests.map((manifest, index) => spanOf(manifest, manifests[index + 1], { files, wal, reach }));
}

interface Found {
  files: ReadonlySet<string>;
  wal: Partial<Record<ClusterName, WalPiece[]>>;
  reach: Reach;
}

function spanOf(manifest: Manifest, next: Manifest | undefined, { files, wal, reach }: Found): RestorableSpan {
  const from = manifest.finishedAt;
  const copies = copiesOf(manifest);
  const [damaged] = copies.find(([, copy]) => filesOf(copy).some((file) => !files.has(file))) ?? [];
  if (damaged) return { from, to: before(from), missing: `A part of the base backup of ${damaged}` };
  let end: Omit<RestorableSpan, "from"> = { to: next ? before(next.finishedAt) : null, missing: null };
  for (const [name, { timeline, startLsn }] of copies) {
    const chain = chainFrom(wal[name] ?? [], timeline, parseLsn(startLsn));
    if (isReached(reach, name, { timeline, end: reachOf(chain) })) continue;
    const to = newestTarget(chain) ?? before(from);
    if (end.to === null || to < end.to) end = { to, missing: `The write-ahead log of ${name}` };
  }
  return { from, ...end };
}

/** Returns the newest time to which WAL leads that goes no further: the record that ends recovery there has to be in it. */
export function newestTarget(chain: readonly WalPiece[]): Date | null {
  const last = chain.at(-1);
  return last ? before(last.at) : null;
}

function before(time: Date): Date {
  return new Date(time.getTime() - 1);
}

/** Returns the times there are to go back to, when everything up to `reachedTo` has been sent. */
export function joinSpans(spans: readonly RestorableSpan[], reachedTo: Date): Restorable {
  const joined = spans
    .map(({ from, to }) => ({ from, to: to && to < reachedTo ? to : reachedTo }))
    .filter(({ from, to }) => from <= to);
  const restoreGaps = joined.flatMap(({ from: until }, index) => {
    const from = joined[index - 1]?.to;
    return from && from < before(until) ? [{ from, until }] : [];
  });
  return { restorableFrom: joined[0]?.from ?? null, restorableTo: joined.at(-1)?.to ?? null, restoreGaps };
}
