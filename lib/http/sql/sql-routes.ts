/** The body of a request that runs SQL. */
export const SQL_BODY_BYTES = 4 * 1024 ** 2;

/**
 * Pages of any origin may send SQL with a connection string and read the answer: the string is the secret, and no cookie
 * takes part.
 */
export const ANY_ORIGIN = {
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": "Retry-After, X-Request-Id",
} as const;

/** The path at which the process with the role `sql` takes WebSockets of Neon's driver. */
export const SQL_SOCKET_PATH = "/v2";

/** The paths that the process with the role `sql` answers. */
export const SQL_PATHS: readonly string[] = ["/api/v1/sql", "/sql"];
