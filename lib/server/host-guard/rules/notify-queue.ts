import type { CustomerSession } from "../observe/sessions";
import type { Rule } from "../observe/snapshot";

/** The queue may hold this much before anybody ends: entries that are read in time never fill it so far. */
const TOLERATED_USAGE = 0.1;
const LISTENER_SECONDS = 5;

/**
 * A listener reads the queue between its transactions, and nothing is dropped from the queue before the slowest has
 * read it. So in a filling queue the transactions of the database that sends most end; where it has none, the listener
 * is somebody else's, and the oldest idle transaction ends.
 */
export const notifyQueue: Rule = ({ sessions, notifyUsage, notifyBytes }) => {
  if (notifyUsage < TOLERATED_USAGE) return [];
  const [sender] = [...notifyBytes].sort(([, a], [, b]) => b - a);
  const inTransaction = sessions.filter(({ transactionSeconds }) => (transactionSeconds ?? 0) > 0);
  const ofSender = inTransaction.filter(({ databaseId }) => databaseId === sender?.[0]);
  const measured = { usage: notifyUsage, sentBytes: sender?.[1] ?? 0 };
  return (ofSender.length > 0 ? ofSender : oldestIdle(inTransaction)).map((session) => ({
    rule: "notify-queue",
    session,
    measured: { ...measured, transactionSeconds: session.transactionSeconds ?? 0 },
  }));
};

function oldestIdle(sessions: readonly CustomerSession[]): CustomerSession[] {
  return sessions
    .filter(({ state, stateSeconds }) => state === "idle in transaction" && stateSeconds > LISTENER_SECONDS)
    .sort((a, b) => (b.transactionSeconds ?? 0) - (a.transactionSeconds ?? 0))
    .slice(0, 1);
}
