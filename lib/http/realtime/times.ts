/** All values are milliseconds. */
export const REALTIME_TIMES = {
  /** From the upgrade, or from the end of a token, until a valid `auth`. */
  auth: 5_000,
  heartbeat: 25_000,
  /** How long after its token a user's subscriptions go on. */
  grace: 30_000,
  /** How long a client may read too slowly. */
  slow: 30_000,
  /** How long a client may take to close what is being closed. */
  close: 5_000,
  /** How often projects are looked up, for their status and rules. */
  projects: 3_000,
  /** How often other processes are told what goes on here. */
  figures: 2_000,
  /** How often sessions, keys and used-up seconds are looked up. */
  identities: 30_000,
  /** How often what is used is counted and written. */
  count: 5_000,
};
export type RealtimeTimes = typeof REALTIME_TIMES;
