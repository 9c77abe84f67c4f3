import type { Context } from "@/lib/core/context";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { inTransaction, isAlive } from "@/lib/sql/customer-session/in-transaction";
import { openSession } from "@/lib/sql/customer-session/with-session";

const TIMEOUT_MS = 30_000;

/**
 * Runs `work` in one transaction of the database's own role, with constraints deferred where they can be. It answers the
 * id of the change it has recorded as pending; when the transaction is known not to have happened, `abort` is called
 * with it. When the session is lost, only the cluster knows, and the change stays pending until it is asked.
 */
export async function inWriteSession(
  ctx: Context,
  database: { id: string; hostId: string },
  work: (session: CustomerSession) => Promise<string>,
  abort: (changeId: string) => Promise<void>,
): Promise<string> {
  const session = await openSession(ctx, database, { statementTimeoutMs: TIMEOUT_MS });
  const pending: string[] = [];
  try {
    await session.query("SET lock_timeout = '3s'");
    return await inTransaction(session, "BEGIN", async () => {
      await session.query("SET CONSTRAINTS ALL DEFERRED");
      const changeId = await work(session);
      pending.push(changeId);
      return changeId;
    });
  } catch (error) {
    const [changeId] = pending;
    if (changeId && (await isAlive(session))) await abort(changeId);
    throw error;
  } finally {
    await session.close();
  }
}

/** Does `work` as `inWriteSession` would, to the last constraint, and takes it back. */
export async function inTrialSession(
  ctx: Context,
  database: { id: string; hostId: string },
  work: (session: CustomerSession) => Promise<unknown>,
): Promise<void> {
  const session = await openSession(ctx, database, { statementTimeoutMs: TIMEOUT_MS });
  try {
    await session.query("SET lock_timeout = '3s'");
    const attempt = async () => {
      await session.query("SET CONSTRAINTS ALL DEFERRED");
      await work(session);
      await session.query("SET CONSTRAINTS ALL IMMEDIATE");
    };
    await inTransaction(session, "BEGIN", attempt, "ROLLBACK");
  } finally {
    await session.close();
  }
}
