import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import type { Client } from "pg";
import type { AsSuperuser } from "./as-superuser";

/**
 * Removes the files of databases that do not exist: a server process that is killed amid CREATE DATABASE leaves its
 * copy for good. A database being made looks the same, so a second look keeps others from making or dropping any.
 */
export async function removeOrphanDirectories(
  dataDirectory: string,
  asSuperuser: AsSuperuser,
  log: (line: string) => void,
): Promise<void> {
  const base = join(dataDirectory, "base");
  await asSuperuser("postgres", async (client) => {
    if ((await findOrphans(base, client)).length === 0) return;
    await client.query("BEGIN; LOCK TABLE pg_database IN SHARE MODE");
    // They stay orphans: the server gives no new database a folder that is there.
    const orphans = await findOrphans(base, client);
    await client.query("COMMIT");
    if (orphans.length === 0) return;
    // Until the checkpoint, a crash would replay the writes into them.
    await client.query("CHECKPOINT");
    for (const oid of orphans) await rm(join(base, oid), { recursive: true, force: true });
    log(
      `Removed ${orphans.length} unfinished ${orphans.length === 1 ? "database" : "databases"} left in ${base} by a crash.`,
    );
  });
}

async function findOrphans(base: string, client: Client): Promise<string[]> {
  const directories = (await readdir(base)).filter((name) => /^\d+$/.test(name));
  const { rows } = await client.query<{ oid: string }>("SELECT oid::text FROM pg_database");
  const known = new Set(rows.map(({ oid }) => oid));
  return directories.filter((oid) => !known.has(oid));
}
