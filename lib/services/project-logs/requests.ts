import { Prisma } from "@/lib/core/db/generated/client";
import { type LogLevel, toProjectLogEntry } from "./resource";
import type { LogTable } from "./source";

interface Row {
  id: bigint;
  createdAt: Date;
  level: LogLevel;
  operation: string;
  method: string;
  status: number;
  code: string | null;
  durationMs: number;
  requestId: string;
  userId: string | null;
  keyId: string | null;
  databaseId: string | null;
  functionName: string | null;
  invocationId: string | null;
  omitted: number;
}

export const REQUESTS: LogTable<Row> = {
  source: "request",
  table: Prisma.sql`request_log`,
  at: Prisma.sql`at`,
  columns: Prisma.sql`id, at as "createdAt", level, operation, method, status, code, duration_ms as "durationMs",
    request_id as "requestId", user_id as "userId", key_id as "keyId", database_id as "databaseId",
    function_name as "functionName", invocation_id as "invocationId", omitted`,
  idType: "bigint",
  ofProject: ({ id }) => Prisma.sql`project_id = ${id}`,
  // The partial index is found by these words alone.
  ofLevel: (level) =>
    level === "error" ? Prisma.sql`level <> 'info' and level = 'error'` : Prisma.sql`level <> 'info'`,
  ofStatus: (least) =>
    least < 400
      ? Prisma.sql`status between ${least} and ${least + 99} and omitted = 0`
      : Prisma.sql`level <> 'info' and status between ${least} and ${least + 99}`,
  named: (id) => [Prisma.sql`request_id = ${id}`, Prisma.sql`user_id = ${id}`],
  containing: (pattern) =>
    Prisma.sql`(operation ilike ${pattern} or code ilike ${pattern} or function_name ilike ${pattern})`,
  toEntry({ id, omitted, ...row }) {
    if (omitted > 0) {
      const { createdAt, level, databaseId } = row;
      const message = `${omitted.toLocaleString("en")} more requests in this second were not kept`;
      return toProjectLogEntry({
        ...{ id: String(id), source: "request", createdAt, level, message, outcome: "Not kept", omitted, databaseId },
      });
    }
    const { method, operation, functionName, code, status } = row;
    const message = [method, operation, functionName, code].filter(Boolean).join(" ");
    return toProjectLogEntry({ ...row, id: String(id), source: "request", message, outcome: String(status) });
  },
};
