import type { Context } from "@/lib/core/context";
import { addSeconds } from "../../core/add-seconds";

const KEPT_SECONDS = 30 * 86_400;

/** Deletes invitations that ended a month ago, accepted or not. */
export async function sweepOrganisationInvitations(ctx: Context): Promise<void> {
  const before = addSeconds(ctx.clock.now(), -KEPT_SECONDS);
  await ctx.db.userOrganisationInvitation.deleteMany({ where: { expiresAt: { lt: before } } });
}
