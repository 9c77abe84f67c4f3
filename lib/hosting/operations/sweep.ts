import type { Context } from "@/lib/core/context";
import { deleteInParts } from "@/lib/core/db/delete-in-parts";

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;

/** Deletes operations that ended long ago, but for one whose request can still be repeated. */
export async function sweepOperations({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  await deleteInParts(
    (limit) => db.$executeRaw`
      delete from operation where id in (
        select id from operation o where status in ('done', 'failed') and finished_at < ${before}
          and not exists (select from idempotency_record r where r.id = o.idempotency_record_id)
        limit ${limit})`,
  );
}
