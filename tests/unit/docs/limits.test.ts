import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { byteText } from "@/lib/core/byte-text";
import { planRows } from "@/lib/core/plan-table";
import { PLAN_NAMES } from "@/lib/core/plans";
import { PLATFORM_SUBSCRIPTIONS } from "@/lib/core/ports/subscription-counts";
import { MAX_MEMBERS } from "@/lib/core/ports/topic-log";
import {
  CONCURRENCY_LIMITS,
  DASHBOARD_LIMITS,
  DATABASE_SQL_LIMIT,
  DRAFT_LIMIT,
  OPERATION_LIMIT,
  RATE_LIMITS,
  SQL_TURNS,
  VISITOR_INVOKE_LIMIT,
  VISITOR_PREFLIGHT_LIMIT,
} from "@/lib/core/rate-limits";
import { MAX_NAME_LENGTH } from "@/lib/hosting/databases/name";
import { SHELL_MINUTES } from "@/lib/hosting/shell-connections/create";
import { MANAGEMENT_BODY_BYTES } from "@/lib/http/definition";
import { PER_DATABASE, PER_FUNCTION } from "@/lib/infra/postgres-proxy/session-shelf";
import { PER_INVOCATION } from "@/lib/infra/workerd/egress-gate";
import { GRACE_DAYS } from "@/lib/people/account-deletion/request-deletion";
import { MAX_EXPORTED } from "@/lib/people/audit/export";
import { BUNDLE_BYTES, SOURCE_BYTES } from "@/lib/services/functions/deployments/input";
import { INVOKE_BYTES } from "@/lib/services/functions/invocations/invoke";
import { SESSION_SECONDS } from "@/lib/services/functions/open-database";
import { MOST_EXPORTED } from "@/lib/services/project-logs/export";
import { FAILURES_A_SECOND, KEPT_A_SECOND } from "@/lib/services/project-logs/recorder";
import { KEPT_DAYS, KEPT_ROWS } from "@/lib/services/project-logs/retention";
import { MAX_FRAME_BYTES } from "@/lib/services/realtime/sockets/frames";
import { MAX_SUBSCRIPTIONS_OF_SOCKET } from "@/lib/services/realtime/sockets/limits";
import { KEPT_MS, MAX_KEPT } from "@/lib/services/realtime/sockets/message-buffer";
import { PUT_BYTES } from "@/lib/services/storage/uploads/put";
import { CODE_LENGTH } from "@/lib/sign-in/mailbox/verification";
import { BACKGROUND_LIMITS, BACKGROUND_RUNS } from "@/lib/sql/background-runs/limits";
import { MAX_IMPORT_BYTES } from "@/lib/sql/csv/prepare-source";
import { STATEMENT_TIMEOUT_MS } from "@/lib/sql/customer-session/open";
import { MAX_RECORDED_ROWS } from "@/lib/sql/data-changes/recorded-rows";
import { MAX_DOCUMENT_BYTES } from "@/lib/sql/documents/document";
import { MAX_QUERY_LENGTH } from "@/lib/sql/saved-queries/resource";
import { HISTORY_DAYS } from "@/lib/sql/statements/sweep";

const count = (value: number) => value.toLocaleString("en");
const perMinute = ({ limit, windowSeconds }: { limit: number; windowSeconds: number }) =>
  `${count(limit)} requests in ${windowSeconds} seconds`;

const OF_EVERY_PLAN = [
  ["Name of a database or branch", `1 to ${MAX_NAME_LENGTH} characters`],
  ["Statement in the SQL editor", `${STATEMENT_TIMEOUT_MS / 1_000} seconds`],
  ["Run in the background", `${BACKGROUND_LIMITS.runMilliseconds / 3_600_000} hour`],
  [
    "Runs in the background at once",
    `${BACKGROUND_RUNS.ofDatabase} in a database, ${BACKGROUND_RUNS.ofOrganisation} of an organisation`,
  ],
  ["Saved query", `${count(MAX_QUERY_LENGTH)} characters`],
  ["Change that is undone row by row", `${count(MAX_RECORDED_ROWS)} rows; beyond, a restore point is needed`],
  ["History of statements", `${HISTORY_DAYS} days`],
  [
    "Requests in the [logs](logs.md) of a project",
    `${KEPT_DAYS} days, ${count(KEPT_ROWS)}; ${KEPT_A_SECOND} a second, and ${FAILURES_A_SECOND} more that failed`,
  ],
  ["Entries in an export of logs", count(MOST_EXPORTED)],
  ["Document", byteText(MAX_DOCUMENT_BYTES)],
  ["CSV file to import", byteText(MAX_IMPORT_BYTES)],
  ["Temporary psql login", `${SHELL_MINUTES} minutes`],
  ["Connections of the serverless driver, per database", count(CONCURRENCY_LIMITS.socketsOfDatabase.limit)],
  ["Connections of the serverless driver, per organisation", count(CONCURRENCY_LIMITS.socketsOfOrganisation.limit)],
  ["Entries in an export of the audit log", count(MAX_EXPORTED)],
  ["Code in an email", `${CODE_LENGTH} digits`],
  ["Time before an account is deleted", `${GRACE_DAYS} days`],
  [
    "Management API, per key and kind of resource",
    `${RATE_LIMITS.databases.limit} requests in ${RATE_LIMITS.databases.windowSeconds} seconds`,
  ],
  ["SQL over HTTP, per management key", perMinute(RATE_LIMITS.sql)],
  ["SQL over HTTP, per database", perMinute(DATABASE_SQL_LIMIT)],
  [
    "Statements over HTTP at once, per database and organisation",
    `${SQL_TURNS.ofDatabase} and ${SQL_TURNS.ofOrganisation}; ${SQL_TURNS.waitingOfOrganisation} more wait for up to ${SQL_TURNS.patienceMilliseconds / 1_000} seconds`,
  ],
  [
    "Users over HTTP, per server key",
    `${RATE_LIMITS.users.limit} requests in ${RATE_LIMITS.users.windowSeconds} seconds`,
  ],
  ["SCIM, per token", perMinute(RATE_LIMITS.scim)],
  [
    "Storage over HTTP, per server key, user, or visitor's address",
    `${count(RATE_LIMITS.storage.limit)} requests in ${RATE_LIMITS.storage.windowSeconds} seconds`,
  ],
  [
    "Published tables over HTTP, per server key",
    `${RATE_LIMITS["realtime-tables"].limit} requests in ${RATE_LIMITS["realtime-tables"].windowSeconds} seconds`,
  ],
  ["Object stored in one request; larger ones are uploads", byteText(PUT_BYTES)],
  [
    "Usage of a project, per server key",
    `${RATE_LIMITS.usage.limit} requests in ${RATE_LIMITS.usage.windowSeconds} seconds`,
  ],
  ["Realtime subscriptions of a connection", count(MAX_SUBSCRIPTIONS_OF_SOCKET)],
  ["Realtime subscriptions of a project, on any plan", count(PLATFORM_SUBSCRIPTIONS)],
  ["Realtime frame", byteText(MAX_FRAME_BYTES)],
  [
    "Realtime messages kept for clients that come back, per topic",
    `${count(MAX_KEPT)}, for ${KEPT_MS / 1_000} seconds`,
  ],
  ["Members that a realtime topic shows", count(MAX_MEMBERS)],
  ["Realtime over HTTP, per server key", perMinute(RATE_LIMITS.realtime)],
  ["Functions over HTTP, calls apart, per server key", perMinute(RATE_LIMITS.functions)],
  [
    "Calls of functions by users and visitors, per address",
    `${VISITOR_INVOKE_LIMIT.limit} in ${VISITOR_INVOKE_LIMIT.windowSeconds} seconds`,
  ],
  [
    "Pre-flights at functions' web addresses, per address",
    `${VISITOR_PREFLIGHT_LIMIT.limit} in ${VISITOR_PREFLIGHT_LIMIT.windowSeconds} seconds`,
  ],
  ["Files of a function, and a bundle", `${byteText(SOURCE_BYTES)} and ${byteText(BUNDLE_BYTES)}`],
  [
    "Connections to its database at once, per function, and for all functions of a database",
    `${PER_FUNCTION} and ${PER_DATABASE}`,
  ],
  [
    "Connections that a call of a function opens to its database, and requests that it sends",
    `${PER_INVOCATION} and ${PER_INVOCATION}`,
  ],
  [
    "Statement of a function in its database, and idle transaction",
    `${SESSION_SECONDS.statement} and ${SESSION_SECONDS.idleTransaction} seconds`,
  ],
  ["Body of a call of a function", byteText(INVOKE_BYTES)],
  ["AI drafts, per project", `${DRAFT_LIMIT.limit} in ${DRAFT_LIMIT.windowSeconds} seconds`],
  [
    "Search of the documentation, per address",
    `${RATE_LIMITS.search.limit} requests in ${RATE_LIMITS.search.windowSeconds} seconds`,
  ],
  [
    "Abuse reports, per address",
    `${RATE_LIMITS["abuse-reports"].limit} requests in ${RATE_LIMITS["abuse-reports"].windowSeconds} seconds`,
  ],
  ["Admin routes, per admin key", `${RATE_LIMITS.admin.limit} requests in ${RATE_LIMITS.admin.windowSeconds} seconds`],
  ["Body of a request to the management API", byteText(MANAGEMENT_BODY_BYTES)],
  [
    "Changes of databases on hosts, per organisation",
    `${OPERATION_LIMIT.limit} in ${OPERATION_LIMIT.windowSeconds} seconds`,
  ],
  [
    "Actions in the dashboard, per member",
    `${DASHBOARD_LIMITS.actions.member.limit} in ${DASHBOARD_LIMITS.actions.member.windowSeconds} seconds`,
  ],
];

const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
const table = (head: readonly string[], rows: readonly (readonly string[])[]) =>
  [line(head), `|${head.map(() => "---|").join("")}`, ...rows.map(line)].join("\n");

describe("the page of limits", () => {
  const page = readFileSync("docs/limits.md", "utf8");

  it("has the limits of each plan", () => {
    const rows = planRows().map(({ name, values }) => [name, ...PLAN_NAMES.map((plan) => values[plan])]);
    expect(page).toContain(table(["limit", ...PLAN_NAMES], rows));
  });

  it("has the limits of every plan", () => {
    expect(page).toContain(table(["limit", "value"], OF_EVERY_PLAN));
  });
});
