import type { Context } from "@/lib/core/context";
import { deleteInParts } from "@/lib/core/db/delete-in-parts";
import { PLAN_NAMES, planLimits } from "@/lib/core/plans";

const DAY_MS = 86_400_000;

/** Deletes entries that are older than the plans of their projects keep them, in parts. */
export async function sweepFunctionLogs({ db, clock }: Context): Promise<void> {
  for (const plan of PLAN_NAMES) {
    const before = new Date(clock.now().getTime() - planLimits(plan).functions.logDays * DAY_MS);
    await deleteInParts(
      (limit) => db.$executeRaw`
        delete from function_log where id in (
          select l.id from function_log l join project p on p.id = l.project_id
          where l.at < ${before} and p.tier = ${plan} limit ${limit})`,
    );
  }
}
