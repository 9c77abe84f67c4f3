import { parseLsn } from "../lsn";
import { copiesOf, listManifests } from "../manifest";
import { readReach } from "../reach";
import type { BackupRepository } from "../repository";
import type { BackedUpCluster } from "../running-clusters";

/**
 * Returns whether the files of a window are of this host as it is. If an older copy of the host was put back, they have
 * WAL that it never wrote. Half a base backup without a whole one was left by a process that was killed.
 */
export async function isOwnHistory(repository: BackupRepository, host: BackedUpCluster): Promise<boolean> {
  const [manifests, reach] = [await listManifests(repository), await readReach(repository)];
  const newest = manifests.at(-1);
  if (newest === undefined) return (await repository.list("base/")).length === 0;
  const { system, flushed } = await positionOf(host);
  const isOfHost = copiesOf(newest).every(([, { systemIdentifier }]) => systemIdentifier === system);
  return isOfHost && (reach?.clusters["host-1"] ?? 0n) <= flushed;
}

async function positionOf(host: BackedUpCluster): Promise<{ system: string; flushed: bigint }> {
  let found = { system: "", flushed: 0n };
  await host.asSuperuser("postgres", async (client) => {
    const { rows } = await client.query<{ system: string; flushed: string }>(
      "SELECT system_identifier::text AS system, pg_current_wal_flush_lsn() AS flushed FROM pg_control_system()",
    );
    found = { system: rows[0]?.system ?? "", flushed: parseLsn(rows[0]?.flushed ?? "0/0") };
  });
  return found;
}
