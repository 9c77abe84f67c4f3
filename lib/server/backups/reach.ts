import { z } from "zod";
import { Canary } from "./canary";
import { lsnText, parseLsn } from "./lsn";
import { type BackupRepository, isMissing } from "./repository";
import { CLUSTER_NAMES, type ClusterName } from "./running-clusters";

const REACH = "reach";
const Canaries = z.record(z.enum(CLUSTER_NAMES), Canary);
const Reach = z.object({
  at: z.coerce.date(),
  clusters: z.record(z.enum(CLUSTER_NAMES), z.string()),
  canaries: Canaries.nullable().default(null),
  objectsBefore: z.coerce.date().nullable().default(null),
});

/** Up to which moment everything is in the repository, and up to which position of each cluster's WAL that is. */
export interface Reach {
  at: Date;
  clusters: Record<ClusterName, bigint>;
  /** The newest canary of each cluster that is before; `null` in backups of a version without them. */
  canaries: z.infer<typeof Canaries> | null;
  /** The objects that were stored before are there; `null` for all of which the clusters know. */
  objectsBefore: Date | null;
}

export async function writeReach(
  repository: BackupRepository,
  { at, clusters, canaries, objectsBefore }: Reach,
): Promise<void> {
  const texts = { control: lsnText(clusters.control), "host-1": lsnText(clusters["host-1"]) };
  await repository.putText(REACH, JSON.stringify({ at, clusters: texts, canaries, objectsBefore }));
}

export async function readReach(repository: BackupRepository): Promise<Reach | null> {
  const text = await repository.readText(REACH).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  const { at, clusters, canaries, objectsBefore } = Reach.parse(JSON.parse(text));
  const positions = { control: parseLsn(clusters.control), "host-1": parseLsn(clusters["host-1"]) };
  return { at, clusters: positions, canaries, objectsBefore };
}
