import type { Database } from "@/lib/core/db/client";

/**
 * Makes two callers meet at one point if nothing keeps them apart: the first is held until the second arrives too, or
 * until a session of the database waits for a lock, which shows that the second cannot.
 */
export function createRendezvous(db: Database): () => Promise<void> {
  let arrived = 0;
  return async () => {
    arrived += 1;
    while (arrived < 2 && !(await isSessionWaiting(db))) await Promise.resolve();
  };
}

async function isSessionWaiting(db: Database): Promise<boolean> {
  const [row] = await db.$queryRaw<{ waiting: boolean }[]>`
    select exists (
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    ) as waiting`;
  return row?.waiting === true;
}
