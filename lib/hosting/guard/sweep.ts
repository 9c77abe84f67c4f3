import type { Context } from "@/lib/core/context";
import { deleteInParts } from "@/lib/core/db/delete-in-parts";

const DAY_MS = 86_400_000;
const KEPT_DAYS = 90;

export async function sweepHostEvents(ctx: Context): Promise<void> {
  const before = new Date(ctx.clock.now().getTime() - KEPT_DAYS * DAY_MS);
  await deleteInParts(
    (limit) => ctx.db.$executeRaw`
      delete from host_event where id in (select id from host_event where at < ${before} limit ${limit})`,
  );
}
