import { Prisma } from "@/lib/core/db/generated/client";
import { type LogLevel, toProjectLogEntry } from "./resource";
import type { LogTable } from "./source";

interface Row {
  id: string;
  createdAt: Date;
  databaseId: string;
  actorId: string;
  text: string;
  command: string | null;
  status: string;
  durationMicros: bigint | null;
  sqlState: string | null;
}

const LEVELS: Record<string, LogLevel> = { failed: "error", cancelled: "warning" };
const OUTCOMES: Record<string, string> = {
  ...{ running: "Running", succeeded: "Succeeded", failed: "Failed", cancelled: "Cancelled" },
};

/** The statements that members ran in the project's database, whose secrets are masked. */
export const STATEMENTS: LogTable<Row> = {
  source: "sql",
  table: Prisma.sql`statement`,
  at: Prisma.sql`started_at`,
  columns: Prisma.sql`id, started_at as "createdAt", database_id as "databaseId", actor_id as "actorId", text, command,
    status, duration_micros as "durationMicros", sql_state as "sqlState"`,
  idType: "text",
  ofProject: ({ databaseId }) => (databaseId === null ? null : Prisma.sql`database_id = ${databaseId}`),
  ofLevel: (level) =>
    level === "error" ? Prisma.sql`status = 'failed'` : Prisma.sql`status in ('failed', 'cancelled')`,
  named: (id) => [Prisma.sql`id = ${id}`],
  containing: (pattern) => Prisma.sql`(text ilike ${pattern} or sql_state ilike ${pattern})`,
  toEntry: ({ text, command, status, durationMicros, sqlState, ...row }) =>
    toProjectLogEntry({
      ...{ ...row, source: "sql", message: text, operation: command, code: sqlState },
      ...{ level: LEVELS[status] ?? "info", outcome: OUTCOMES[status] ?? status },
      durationMs: durationMicros === null ? null : Math.round(Number(durationMicros) / 1_000),
    }),
};
