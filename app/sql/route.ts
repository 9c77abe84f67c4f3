import { defineRoute } from "@/lib/http/api/define-route";
import { answerNeon } from "@/lib/http/sql/answer-neon";
import { answerSqlPreflight } from "@/lib/http/sql/preflight";
import { SQL_BODY_BYTES } from "@/lib/http/sql/sql-routes";
import { SqlAnswer } from "@/lib/sql/over-http/resource";

export const POST = defineRoute(
  {
    operationId: "executeSqlByConnectionString",
    summary: "Run SQL by a connection string",
    description:
      "For Neon's serverless driver, unmodified. `Neon-Connection-String` names the database and holds its password.",
    tag: "databases",
    auth: "none",
    rawBody: { contentType: "application/json", description: "`query` and `params`, or `queries`." },
    maxBytes: SQL_BODY_BYTES,
    stream: true,
    isPostgres: true,
    anyOrigin: true,
    reply: { 200: SqlAnswer },
    errors: [
      "sql_error",
      "invalid_json",
      "database_not_ready",
      "over_quota",
      "conflict",
      "rate_limited",
      "host_unavailable",
      "response_too_large",
    ],
  },
  answerNeon,
);

export const OPTIONS = answerSqlPreflight;
