import { Prisma } from "@/lib/core/db/generated/client";
import type { SecurityEventRow } from "@/lib/sign-in/events/find";
import { toSecurityEvent } from "@/lib/sign-in/events/resource";
import { inWords } from "@/lib/sign-in/events/titles";
import { toProjectLogEntry } from "./resource";
import type { LogTable } from "./source";

type Row = SecurityEventRow & { durationMs: number | null };

export const SIGN_IN_ENTRIES: LogTable<Row> = {
  source: "sign-in",
  table: Prisma.sql`security_event`,
  at: Prisma.sql`created_at`,
  columns: Prisma.sql`id, created_at as "createdAt", kind, outcome, reason, user_id as "userId", address,
    user_agent as "userAgent", request_id as "requestId", data, duration_ms as "durationMs"`,
  idType: "text",
  ofProject: ({ id }) => Prisma.sql`project_id = ${id}`,
  ofLevel: (level) => (level === "error" ? null : Prisma.sql`outcome = 'refused'`),
  named: (id) => [Prisma.sql`request_id = ${id}`, Prisma.sql`user_id = ${id}`, Prisma.sql`data ->> 'email' = ${id}`],
  containing: (pattern) => Prisma.sql`(kind ilike ${pattern} or reason ilike ${pattern})`,
  toEntry(row) {
    const { title, step, email, reason, outcome } = inWords(toSecurityEvent(row, new Map()));
    return toProjectLogEntry({
      ...{ id: row.id, source: "sign-in", createdAt: row.createdAt, requestId: row.requestId, userId: row.userId },
      ...{ level: outcome === "refused" ? "warning" : "info", outcome: outcome === "refused" ? "Refused" : "Accepted" },
      ...{ message: step === null ? title : `${step}: ${title}`, operation: row.kind, code: reason },
      ...{ email, durationMs: row.durationMs },
    });
  },
};
