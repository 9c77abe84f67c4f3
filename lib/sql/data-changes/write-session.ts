import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { type Begin, inTransaction, isAlive } from "@/lib/sql/customer-session/in-transaction";
import { LOCK_TIMEOUT_MS, withCustomerSession } from "@/lib/sql/customer-session/open";

const OPTIONS = { statementTimeoutMs: 30_000, lockTimeoutMs: LOCK_TIMEOUT_MS };
/** An undo gives back the former rows, so neither a database that is read-only by default nor its isolation matters. */
export const UNDOING = "BEGIN ISOLATION LEVEL READ COMMITTED READ WRITE NOT DEFERRABLE" satisfies Begin;

/**
 * Runs `work` in one transaction of the database's own role, with constraints deferred where possible. `work` returns
 * the id of the change it has recorded as pending; `abort` is called with it when the transaction is known to be rolled
 * back. When the session is lost, the change stays pending until the cluster is asked.
 */
export function inWriteSession(
  ctx: Context,
  database: { id: string; hostId: string },
  work: (session: CustomerSession) => Promise<string>,
  abort: (changeId: string) => Promise<void>,
  begin: Begin = "BEGIN",
): Promise<string> {
  return withCustomerSession(ctx, database, OPTIONS, async (session) => {
    const pending: string[] = [];
    try {
      return await inTransaction(session, begin, async () => {
        await session.query("SET CONSTRAINTS ALL DEFERRED");
        const changeId = await work(session);
        pending.push(changeId);
        return changeId;
      });
    } catch (error) {
      const [changeId] = pending;
      if (changeId && (await isAlive(session))) await abort(changeId);
      throw error;
    }
  });
}

/** Runs `work` like `inWriteSession`, checks every constraint, and rolls it back. */
export async function inTrialSession(
  ctx: Context,
  database: { id: string; hostId: string },
  work: (session: CustomerSession) => Promise<unknown>,
  begin: Begin = "BEGIN",
): Promise<void> {
  await withCustomerSession(ctx, database, OPTIONS, (session) => {
    const attempt = async () => {
      await session.query("SET CONSTRAINTS ALL DEFERRED");
      await work(session);
      await session.query("SET CONSTRAINTS ALL IMMEDIATE");
    };
    return inTransaction(session, begin, attempt, "ROLLBACK");
  });
}
