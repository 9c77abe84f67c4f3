import type { Context } from "@/lib/core/context";
import { deleteInParts } from "@/lib/core/db/delete-in-parts";

const DAY_MS = 86_400_000;
const KEPT_DAYS = 400;

/**
 * Deletes the keys of events that are kept to know them again. Providers repeat one for days; an older one changes
 * nothing.
 */
export async function sweepBillingEvents({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  await deleteInParts(
    (limit) => db.$executeRaw`
      delete from billing_event where id in (
        select id from billing_event where received_at < ${before} limit ${limit})`,
  );
}
