import { Prisma } from "@/lib/core/db/generated/client";
import { type LogLevel, toProjectLogEntry } from "./resource";
import type { LogTable } from "./source";

interface Row {
  id: bigint;
  createdAt: Date;
  level: string;
  kind: string;
  message: string;
  durationMs: number | null;
  invocationId: string;
  /** `null` once the function is deleted. */
  functionName: string | null;
}

const LEVELS: Record<string, LogLevel> = { warn: "warning", error: "error" };
const OUTCOMES: Record<string, string> = { info: "Info", debug: "Debug", warn: "Warning", error: "Error" };

export const FUNCTION_ENTRIES: LogTable<Row> = {
  source: "function",
  table: Prisma.sql`function_log`,
  at: Prisma.sql`at`,
  columns: Prisma.sql`id, at as "createdAt", level, kind, message, duration_ms as "durationMs",
    invocation_id as "invocationId", (select name from function where function.id = function_id) as "functionName"`,
  idType: "bigint",
  ofProject: ({ id }) => Prisma.sql`project_id = ${id}`,
  // The partial index is found by these words alone.
  ofLevel: (level) =>
    level === "error"
      ? Prisma.sql`level in ('warn', 'error') and level = 'error'`
      : Prisma.sql`level in ('warn', 'error')`,
  named: (id, project) => [
    Prisma.sql`invocation_id = ${id}`,
    Prisma.sql`invocation_id = any(array(
      select r.invocation_id from request_log r where r.project_id = ${project.id} and r.request_id = ${id}))`,
  ],
  containing: (pattern) => Prisma.sql`message ilike ${pattern}`,
  toEntry: ({ id, level, kind: _, ...row }) =>
    toProjectLogEntry({
      ...row,
      ...{ id: String(id), source: "function", level: LEVELS[level] ?? "info", outcome: OUTCOMES[level] ?? level },
    }),
};
