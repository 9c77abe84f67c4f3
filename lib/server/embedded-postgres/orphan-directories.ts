import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { AsSuperuser } from "./as-superuser";

/**
 * Removes the files of databases that do not exist: a server process that is killed amid CREATE DATABASE leaves its
 * copy for good. Only for a cluster that nobody else is connected to yet, since a database being made looks the same.
 */
export async function removeOrphanDirectories(
  dataDirectory: string,
  asSuperuser: AsSuperuser,
  log: (line: string) => void,
): Promise<void> {
  const base = join(dataDirectory, "base");
  const directories = (await readdir(base)).filter((name) => /^\d+$/.test(name));
  await asSuperuser("postgres", async (client) => {
    const databases = await client.query<{ oid: string }>("SELECT oid::text FROM pg_database");
    const known = new Set(databases.rows.map(({ oid }) => oid));
    const orphans = directories.filter((oid) => !known.has(oid));
    if (orphans.length === 0) return;
    // Until the checkpoint, a crash would replay what was written into them.
    await client.query("CHECKPOINT");
    for (const oid of orphans) await rm(join(base, oid), { recursive: true, force: true });
    log(`Removed ${orphans.length} unfinished database(s) that a crash had left in ${base}.`);
  });
}
