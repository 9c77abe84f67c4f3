/** All values are milliseconds. */
export const SQL_SOCKET_TIMES = {
  /** From the upgrade until the session at the host is open. */
  startup: 10_000,
  idle: 600_000,
  ping: 30_000,
  /** The longest time that a client may take to read why its connection ends. */
  close: 5_000,
};
export type SqlSocketTimes = typeof SQL_SOCKET_TIMES;
