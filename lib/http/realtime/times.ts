/** All values are milliseconds. */
export const REALTIME_TIMES = {
  /** From the upgrade, or from the end of a token, until a valid `auth`. */
  auth: 5_000,
  heartbeat: 25_000,
  /** A user's subscriptions go on for this long after the token. */
  grace: 30_000,
  /** The longest time for which a client may read too slowly. */
  slow: 30_000,
  /** The longest time that a client may take to close its side. */
  close: 5_000,
  /** The time between two look-ups of projects, for their status and rules. */
  projects: 3_000,
  /** The time between two reports of figures to other processes. */
  figures: 2_000,
  /** The time between two look-ups of sessions, keys and used-up seconds. */
  identities: 30_000,
  /** The time between two counts of usage, which are written. */
  count: 5_000,
};
export type RealtimeTimes = typeof REALTIME_TIMES;
