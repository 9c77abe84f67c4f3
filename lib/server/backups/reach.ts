import { z } from "zod";
import { Canary } from "./canary";
import { lsnText, parseLsn } from "./lsn";
import { type BackupRepository, isMissing } from "./repository";
import { CLUSTER_NAMES, type ClusterName } from "./running-clusters";

const REACH = "reach";
const Canaries = z.record(z.enum(CLUSTER_NAMES), Canary);
const Reach = z.object({
  at: z.coerce.date(),
  clusters: z.partialRecord(z.enum(CLUSTER_NAMES), z.string()),
  canaries: Canaries.nullable().default(null),
  objectsBefore: z.coerce.date().nullable().default(null),
});

/** Up to which moment everything is in the repository, and up to which position of each cluster's WAL that is. */
export interface Reach {
  at: Date;
  /** A local window has the host alone. */
  clusters: Partial<Record<ClusterName, bigint>>;
  /** The newest canary of each cluster that is before; `null` in backups of a version without them, and in a local window. */
  canaries: z.infer<typeof Canaries> | null;
  /** The objects that were stored before are there; `null` for all of which the clusters know. */
  objectsBefore: Date | null;
}

export async function writeReach(
  repository: BackupRepository,
  { at, clusters, canaries, objectsBefore }: Reach,
): Promise<void> {
  const texts = mapped(clusters, lsnText);
  await repository.putText(REACH, JSON.stringify({ at, clusters: texts, canaries, objectsBefore }));
}

export async function readReach(repository: BackupRepository): Promise<Reach | null> {
  const text = await repository.readText(REACH).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  const { at, clusters, canaries, objectsBefore } = Reach.parse(JSON.parse(text));
  return { at, clusters: mapped(clusters, parseLsn), canaries, objectsBefore };
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
