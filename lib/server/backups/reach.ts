import { z } from "zod";
import { lsnText, parseLsn } from "./lsn";
import { type BackupRepository, isMissing } from "./repository";
import { CLUSTER_NAMES, type ClusterName } from "./running-clusters";

const REACH = "reach";
const Reach = z.object({ at: z.coerce.date(), clusters: z.record(z.enum(CLUSTER_NAMES), z.string()) });

/** Up to which moment everything is in the repository, and up to which position of each cluster's WAL that is. */
export interface Reach {
  at: Date;
  clusters: Record<ClusterName, bigint>;
}

export async function writeReach(repository: BackupRepository, { at, clusters }: Reach): Promise<void> {
  const texts = { control: lsnText(clusters.control), "host-1": lsnText(clusters["host-1"]) };
  await repository.putText(REACH, JSON.stringify({ at, clusters: texts }));
}

export async function readReach(repository: BackupRepository): Promise<Reach | null> {
  const text = await repository.readText(REACH).catch((error) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (text === null) return null;
  const { at, clusters } = Reach.parse(JSON.parse(text));
  return { at, clusters: { control: parseLsn(clusters.control), "host-1": parseLsn(clusters["host-1"]) } };
}
