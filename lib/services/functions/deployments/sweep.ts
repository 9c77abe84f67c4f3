import type { Context } from "@/lib/core/context";
import { deleteInParts } from "@/lib/core/db/delete-in-parts";

const DAY_MS = 86_400_000;
const KEPT_DAYS = 365;

/** Deletes deployments of long ago whose version is no longer kept. */
export async function sweepDeployments({ db, clock }: Context): Promise<void> {
  const before = new Date(clock.now().getTime() - KEPT_DAYS * DAY_MS);
  await deleteInParts(
    (limit) => db.$executeRaw`
      delete from function_deployment where id in (
        select id from function_deployment
        where version_id is null and status in ('superseded', 'failed') and created_at < ${before} limit ${limit})`,
  );
}
