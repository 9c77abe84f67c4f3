"use server";

import { revalidatePath } from "next/cache";
import { isSchedule } from "@/lib/hosting/restore-points/schedule";
import { setRestoreSchedule } from "@/lib/hosting/restore-points/set-schedule";
import { type Outcome, perform } from "@/lib/web/action-failure";
import { requireMember } from "@/lib/web/current-member";

/** Every argument comes from the browser: the verb checks who may do it, and reaches the row by its organisation. */
export async function setSchedule(
  organisationId: string,
  databaseId: string,
  schedule: string,
): Promise<Outcome<unknown>> {
  const { ctx } = await requireMember(organisationId);
  if (!isSchedule(schedule)) return { isDone: false, message: "There is no such schedule." };
  const outcome = await perform(() => setRestoreSchedule(ctx, { databaseId, schedule }));
  revalidatePath(`/dashboard/${organisationId}/databases/${databaseId}/restore-points`);
  return outcome;
}
