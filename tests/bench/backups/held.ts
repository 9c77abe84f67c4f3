import { Client } from "pg";
import { FILE_COPY_LOCK } from "@/lib/core/file-copy-lock";
import { median } from "../statistics";
import type { Installation } from "./installation";

const KEY = "hashtextextended($1, 0)";
const IS_FREE = `SELECT pg_try_advisory_lock_shared(${KEY}) AS free, pg_advisory_unlock_shared(${KEY})`;

/** Returns, in milliseconds, for how long base backups of the host keep copies by file from being made. */
export async function measureHeld(installation: Installation, { runs }: { runs: number }): Promise<number> {
  const client = new Client({ connectionString: installation.maintenanceUrl });
  await client.connect();
  const held: number[] = [];
  try {
    for (let run = 0; run < runs; run += 1) {
      await installation.forgetBackups();
      const backUp = installation.backUp();
      const isFree = async () => (await client.query(IS_FREE, [FILE_COPY_LOCK])).rows[0].free;
      let before = performance.now();
      while (await isFree()) before = performance.now();
      await client.query(`SELECT pg_advisory_lock_shared(${KEY})`, [FILE_COPY_LOCK]);
      held.push(performance.now() - before);
      await client.query(`SELECT pg_advisory_unlock_shared(${KEY})`, [FILE_COPY_LOCK]);
      await backUp;
    }
  } finally {
    await client.end();
  }
  return median(held);
}
