import { SUITES, type Suite } from "./suites";

/** A test of a driver's own suite that fails, and why. `test` is its file and its title. */
export interface Remaining {
  suites: readonly Suite[];
  test: string;
  reason: string;
}

const NEON = SUITES.slice(0, 2);
const NODE_POSTGRES = SUITES.slice(2);
const BY_TCP = SUITES.slice(2, 3);
const BY_WEBSOCKET = SUITES.slice(3);

const OTHERS =
  "looks for sessions in pg_stat_activity, which no database's role may read: it has those of other databases";
const TLS = "expects TLS of the server: the embedded PostgreSQL has none, and a WebSocket has its own";
const CLEAR = "expects SCRAM: a WebSocket asks for the password itself, which Neon's driver sends without being asked";
const OF_BOTH_TIMEOUTS = "expects no limit of time: transactions are idle for 5 minutes by TCP and one by WebSocket";

export const REMAINING: readonly Remaining[] = [
  {
    suites: NEON,
    test: "cli/http.test.ts: errors match WebSocket query errors",
    reason: "expects `file`, `line` and `routine` of PostgreSQL's source, which are null by HTTP",
  },
  {
    suites: NEON,
    test: "cli/http.test.ts: database URL with wrong project to `neon()`",
    reason: "puts a letter in front of the host, which is an IP address here: the driver refuses the string",
  },
  {
    suites: NEON,
    test: "cli/http.test.ts: database URL with wrong host to `neon()`",
    reason: "changes `.neon.tech` in the string, which isn't there",
  },
  {
    suites: NEON,
    test: "cli/httpAuthorize.test.ts: connection with Neon Authorize",
    reason: "has a token made by Clerk, for an extension of Neon's",
  },
  ...[
    "client/query-error-handling-prepared-statement-tests.js",
    "client/query-error-handling-tests.js",
    "connection-pool/error-tests.js",
  ].map((test) => ({ suites: NODE_POSTGRES, test, reason: OTHERS })),
  { suites: BY_TCP, test: "pg-pool: pool size of 1 can only send 1 query at a time", reason: OTHERS },
  { suites: NODE_POSTGRES, test: "client/idle_in_transaction_session_timeout-tests.js", reason: OF_BOTH_TIMEOUTS },
  { suites: NODE_POSTGRES, test: "client/ssl-tests.js", reason: TLS },
  { suites: NODE_POSTGRES, test: "gh-issues/2085-tests.js: it should connect over ssl", reason: TLS },
  {
    suites: NODE_POSTGRES,
    test: "gh-issues/130-tests.js",
    reason: "connects to the database `template1`, and ends a session from there",
  },
  {
    suites: BY_TCP,
    test: "pg-pool: connection timeout should connect if timeout is passed, but native client in connected state",
    reason: "needs `pg-native`, which is compiled when it's installed",
  },
  ...[
    "can connect using sasl/scram with channel binding disabled",
    "sasl/scram fails when password is wrong",
    "sasl/scram fails when password is empty",
  ].map((title) => ({ suites: BY_WEBSOCKET, test: `client/sasl-scram-tests.js: ${title}`, reason: CLEAR })),
  {
    suites: BY_WEBSOCKET,
    test: "client/statement_timeout-tests.js",
    reason: "expects no limit of time: a statement may take 30 seconds unless the client asks for another limit",
  },
];
