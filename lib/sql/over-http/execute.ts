import { requireSqlDatabase } from "./access";
import type { SqlContext } from "./context";
import { ownerLogin, readerLogin, runPooled } from "./pooled-session";
import { type ExecuteSqlInput, type SqlRequest, statementOf } from "./request";
import { runReadOnly, runRequest } from "./run-request";

/**
 * Runs one statement, or several in one transaction, with a management key, and returns the result as JSON. A read-only
 * key, and a viewer's, run as a role that holds SELECT alone. Nothing of it is in the history of the database, as with a
 * program that connects by itself. Throws `missing_permission`, `key_scope_too_narrow`, `database_not_found`,
 * `database_not_ready`, `rate_limited`, `over_quota`, `sql_error`, `response_too_large`, `host_unavailable`.
 */
export async function executeSql(ctx: SqlContext, input: ExecuteSqlInput, caller: AbortSignal): Promise<string> {
  const request = requestOf(input);
  const { database, canWrite } = await requireSqlDatabase(ctx, input.database);
  if (!canWrite) return runPooled(ctx, readerLogin(ctx, database), caller, { request, run: runReadOnly });
  return runPooled(ctx, ownerLogin(ctx, database), caller, { request, run: runRequest });
}

function requestOf({
  query,
  queries,
  params,
  arrayMode = false,
  isolationLevel,
  readOnly = false,
  deferrable = false,
}: ExecuteSqlInput): SqlRequest {
  const form = { arrayMode, rawText: false };
  if (query !== undefined) return { statements: [statementOf({ query, params }, form)], transaction: null };
  return {
    statements: (queries ?? []).map((each) => statementOf(each, form)),
    transaction: { isolationLevel: isolationLevel ?? null, readOnly, deferrable },
  };
}
