import type { Context } from "@/lib/core/context";

export interface AuditContext extends Context {
  /** How many days entries are kept. */
  auditDays: number;
}
