import type { Rule } from "../observe/snapshot";

/** Longer than `idle_in_transaction_session_timeout`, which a customer may set otherwise. */
const IDLE_SECONDS = 900;
const OLDEST_SECONDS = 86_400;

/** Ends transactions that nobody works in: they keep locks, and keep dead rows and the NOTIFY queue from being cleared. */
export const idleTransactions: Rule = ({ sessions }) =>
  sessions
    .filter(({ state, stateSeconds }) => state === "idle in transaction" && stateSeconds > IDLE_SECONDS)
    .map((session) => ({ rule: "idle-transaction", session, measured: { seconds: session.stateSeconds } }));

/** Ends transactions of more than a day: transaction numbers, which all databases share, cannot be frozen past them. */
export const oldTransactions: Rule = ({ sessions }) =>
  sessions
    .filter(({ transactionSeconds }) => (transactionSeconds ?? 0) > OLDEST_SECONDS)
    .map((session) => ({
      rule: "old-transaction",
      session,
      measured: { seconds: session.transactionSeconds ?? 0 },
    }));
