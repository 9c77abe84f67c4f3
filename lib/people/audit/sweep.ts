import { LASTING } from "@/lib/core/audit/lasting";
import { deleteInParts } from "@/lib/core/db/delete-in-parts";
import type { AuditContext } from "./context";

const DAY_MS = 86_400_000;

/** Deletes entries that are older than they are kept, but for those that pages read while their subject is there. */
export async function sweepAuditEvents({ db, clock, auditDays }: AuditContext): Promise<void> {
  const before = new Date(clock.now().getTime() - auditDays * DAY_MS);
  await deleteInParts(
    (limit) => db.$executeRaw`
      delete from audit_event where id in (
        select id from audit_event e where created_at < ${before} and not (
          action = any(${LASTING}) and (
            exists (select from database d where d.id = e.target_id)
            or exists (select from project p where p.id = e.target_id)))
        limit ${limit})`,
  );
}
