import { z } from "zod";
import { Canary } from "./canary";
import { lsnText, parseLsn } from "./lsn";
import { type BackupRepository, isMissing } from "./repository";
import { CLUSTER_NAMES, type ClusterName } from "./running-clusters";
import type { WalPosition } from "./ship-wal";

const REACH = "reach";
const Canaries = z.record(z.enum(CLUSTER_NAMES), Canary);
const Reach = z.object({
  at: z.coerce.date(),
  clusters: z.partialRecord(z.enum(CLUSTER_NAMES), z.string()),
  timelines: z.partialRecord(z.enum(CLUSTER_NAMES), z.int()).default({}),
  canaries: Canaries.nullable().default(null),
  objectsBefore: z.coerce.date().nullable().default(null),
});

/** Up to which moment everything is in the repository, and up to which position of each cluster's WAL that is. */
export interface Reach {
  at: Date;
  /** A local window has the host alone. */
  clusters: Partial<Record<ClusterName, bigint>>;
  /** The timelines of these positions; empty in backups of a version that wrote none. */
  timelines: Partial<Record<ClusterName, number>>;
  /** The newest canary of each cluster that is before; `null` in backups of a version without them, and in a local window. */
  canaries: z.infer<typeof Canaries> | null;
  /** The objects that were stored before are there; `null` for all of which the clusters know. */
  objectsBefore: Date | null;
}

export type Positions = Partial<Record<ClusterName, WalPosition>>;

/** Returns how far the WAL of clusters reaches, once it was sent up to these positions. */
export function reachOf(positions: Positions): Pick<Reach, "clusters" | "timelines" | "canaries"> {
  const { control, "host-1": host } = positions;
  return {
    clusters: mapped(positions, ({ flushed }) => flushed),
    timelines: mapped(positions, ({ timeline }) => timeline),
    canaries: control?.canary && host?.canary ? { control: control.canary, "host-1": host.canary } : null,
  };
}

/** Returns whether the WAL of a base backup leads as far as everything reaches. A server that left its timeline goes on elsewhere. */
export function isReached(
  { clusters, timelines }: Reach,
  name: ClusterName,
  { timeline, end }: { timeline: number; end: bigint | null },
): boolean {
  return (timelines[name] ?? timeline) === timeline && (end ?? 0n) >= (clusters[name] ?? 0n);
}

export async function writeReach(repository: BackupRepository, reach: Reach): Promise<void> {
  await repository.putText(REACH, JSON.stringify({ ...reach, clusters: mapped(reach.clusters, lsnText) }));
}

export async function readReach(repository: BackupRepository): Promise<Reach | null> {
  const text = await repository.readText(REACH).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  const reach = Reach.parse(JSON.parse(text));
  return { ...reach, clusters: mapped(reach.clusters, parseLsn) };
}

function mapped<From, To>(
  clusters: Partial<Record<ClusterName, From>>,
  change: (value: From) => To,
): Partial<Record<ClusterName, To>> {
  return Object.fromEntries(
    CLUSTER_NAMES.flatMap((name) => {
      const value = clusters[name];
      return value === undefined ? [] : [[name, change(value)]];
    }),
  );
}
