import type { Context } from "@/lib/core/context";

export interface AuditContext extends Context {
  /** The number of days for which entries are kept. */
  auditDays: number;
}
