import { Client } from "pg";
import type { Environment } from "@/lib/core/env";

const ASK = `
  SELECT EXISTS (SELECT FROM past_restore WHERE status IN ('waiting', 'running')) AS "isRestoreWaiting",
         EXISTS (SELECT FROM database) AS "hasDatabase"`;

/** Returns whether a restore waits for its turn or was cut short, and whether there is any database. */
export async function askControlPlane({
  databaseUrl,
}: Pick<Environment, "databaseUrl">): Promise<{ isRestoreWaiting: boolean; hasDatabase: boolean }> {
  const client = new Client({ connectionString: databaseUrl ?? undefined });
  await client.connect();
  try {
    const { rows } = await client.query<{ isRestoreWaiting: boolean; hasDatabase: boolean }>(ASK);
    return rows[0] ?? { isRestoreWaiting: false, hasDatabase: false };
  } finally {
    await client.end();
  }
}
