import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { succeeds } from "@/lib/core/succeeds";

export type Begin = "BEGIN" | "BEGIN READ ONLY" | "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE NOT DEFERRABLE";

/** Runs `work` in a transaction, which is rolled back when `work` fails. */
export async function inTransaction<T>(
  session: CustomerSession,
  begin: Begin,
  work: () => Promise<T>,
  end: "COMMIT" | "ROLLBACK" = "COMMIT",
): Promise<T> {
  try {
    await session.query(begin);
    // Once a snapshot is taken, Postgres lets nothing in the transaction make it writable again.
    if (begin === "BEGIN READ ONLY") await session.query("SELECT 1");
    const answer = await work();
    await session.query(end);
    return answer;
  } catch (error) {
    // The transaction of a lost session is rolled back already.
    await session.query("ROLLBACK").catch(() => undefined);
    throw error;
  }
}

/** Returns whether the session still answers: then a transaction that failed in it is known to be rolled back. */
export async function isAlive(session: CustomerSession): Promise<boolean> {
  return succeeds(session.query("SELECT 1"));
}
