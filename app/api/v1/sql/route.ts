import { defineRoute } from "@/lib/http/api/define-route";
import { answerSql } from "@/lib/http/sql/answer-sql";
import { SQL_BODY_BYTES } from "@/lib/http/sql/sql-routes";
import { ExecuteSqlInput } from "@/lib/sql/over-http/request";
import { SqlAnswer } from "@/lib/sql/over-http/resource";

export const POST = defineRoute(
  {
    operationId: "executeSql",
    summary: "Run SQL",
    description:
      "Runs one statement, or those of `queries` in one transaction. A read-only key runs as a role that holds SELECT alone. A statement may take 30 seconds and an answer 16 MB.",
    tag: "databases",
    auth: "management-key",
    resource: "sql",
    body: ExecuteSqlInput,
    exactNumbers: true,
    maxBytes: SQL_BODY_BYTES,
    stream: true,
    reply: { 200: SqlAnswer },
    errors: [
      "sql_error",
      "key_scope_too_narrow",
      "missing_permission",
      "database_not_found",
      "database_not_ready",
      "over_quota",
      "conflict",
      "host_unavailable",
      "response_too_large",
    ],
  },
  answerSql,
);
