import { type BackupSource, sourceOf } from "./base-backup";
import { findBackedUpClusters } from "./running-clusters";

interface Sources {
  instanceId: string;
  sources: readonly BackupSource[];
}

/** Returns the clusters of one repository: a registered host, the clusters of the data folder, or the host among these. */
export async function findSources({
  registered,
  dataDir,
  isOfHostAlone = false,
}: {
  registered?: { instanceId: string; source: BackupSource };
  dataDir: string;
  isOfHostAlone?: boolean;
}): Promise<Sources> {
  if (registered) return { instanceId: registered.instanceId, sources: [registered.source] };
  const { instanceId, clusters } = await findBackedUpClusters(dataDir);
  const kept = clusters.filter(({ name }) => !isOfHostAlone || name === "host-1");
  return { instanceId, sources: kept.map(sourceOf) };
}
