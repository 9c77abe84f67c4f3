import { readdirSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { asSuperuser } from "./databases";

type Cluster = Parameters<typeof asSuperuser>[0] & { dataDirectory: string };

/**
 * Begins work that copies a database, and returns the process of the server that does so: it has copied a file, and is
 * stopped by SIGSTOP.
 */
export async function freezeCopy(cluster: Cluster, databaseId: string, begin: () => void): Promise<number> {
  const base = join(cluster.dataDirectory, "base");
  const before = new Set(readdirSync(base));
  const hasCopied = () =>
    readdirSync(base).some((name) => !before.has(name) && readdirSync(join(base, name)).length > 0);
  return asSuperuser(cluster, "postgres", async (client) => {
    const waiting = async (): Promise<number> => {
      // A transaction sees the activity of its first look until then.
      await client.query("SELECT pg_stat_clear_snapshot()");
      const { rows } = await client.query(
        "SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query ~ '^CREATE DATABASE'",
      );
      return rows[0]?.pid ?? 0;
    };
    // A comment takes a lock of the database for which its copy waits until somebody watches.
    await client.query(`BEGIN; COMMENT ON DATABASE "${databaseId}" IS NULL`);
    begin();
    await expect.poll(waiting, { interval: 5 }).toBeGreaterThan(0);
    const pid = await waiting();
    await client.query("COMMIT");
    while (!hasCopied());
    process.kill(pid, "SIGSTOP");
    return pid;
  });
}
