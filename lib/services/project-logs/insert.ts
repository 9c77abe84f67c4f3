import type { Database } from "@/lib/core/db/client";

export interface RequestRow {
  at: Date;
  level: "info" | "warning" | "error";
  operation: string;
  method: string;
  status: number;
  code: string | null;
  durationMs: number;
  requestId: string;
  /** `null` where the project is that of the database. */
  projectId: string | null;
  databaseId: string | null;
  userId: string | null;
  keyId: string | null;
  functionName: string | null;
  invocationId: string | null;
  /** The number of requests that a row stands for which tells nothing else. */
  omitted: number;
}

/** Writes rows in one statement. Those of projects that do not exist, or are deleted, are left out. */
export async function insertRequests(db: Database, rows: readonly RequestRow[]): Promise<void> {
  const texts = <Name extends keyof RequestRow>(name: Name) => rows.map((row) => row[name]);
  await db.$executeRaw`
    insert into request_log (project_id, at, level, operation, method, status, code, duration_ms, request_id,
      user_id, key_id, database_id, function_name, invocation_id, omitted)
    select p.id, e.at, e.level, e.operation, e.method, e.status, e.code, e.duration_ms, e.request_id,
      e.user_id, e.key_id, e.database_id, e.function_name, e.invocation_id, e.omitted
    from unnest(
      ${texts("projectId")}::text[], ${texts("databaseId")}::text[],
      ${rows.map(({ at }) => at.toISOString())}::timestamptz[], ${texts("level")}::text[],
      ${texts("operation")}::text[], ${texts("method")}::text[], ${texts("status")}::int[], ${texts("code")}::text[],
      ${texts("durationMs")}::int[], ${texts("requestId")}::text[], ${texts("userId")}::text[],
      ${texts("keyId")}::text[], ${texts("functionName")}::text[], ${texts("invocationId")}::text[],
      ${texts("omitted")}::int[]
    ) with ordinality as e (project_id, database_id, at, level, operation, method, status, code, duration_ms,
      request_id, user_id, key_id, function_name, invocation_id, omitted, place)
    join project p on p.deleted_at is null
      and p.id = coalesce(e.project_id, (select id from project where database_id = e.database_id))
    order by e.place`;
}
