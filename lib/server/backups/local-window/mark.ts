import type { BackedUpCluster } from "../running-clusters";

/** The guard's own rows are in the maintenance database, and are written while nobody uses the host. */
const MARK = `
  SELECT concat_ws(' ', count(*), sum(tup_inserted + tup_updated + tup_deleted), max(stats_reset)) AS mark
  FROM pg_stat_database WHERE datname IS DISTINCT FROM 'postgres'`;

/**
 * Returns a text that changes when a database of the host was written to, created or dropped. The statistics of a
 * transaction come after its commit, so everything that the text tells of has been committed.
 */
export async function readMark(host: BackedUpCluster): Promise<string> {
  let mark = "";
  await host.asSuperuser("postgres", async (client) => {
    const { rows } = await client.query<{ mark: string }>(MARK);
    mark = rows[0]?.mark ?? "";
  });
  return mark;
}
