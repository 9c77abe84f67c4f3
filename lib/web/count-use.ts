import "server-only";
import type { Actor } from "@/lib/core/context";
import type { RateLimiter } from "@/lib/core/ports/rate-limiter";
import { DASHBOARD_LIMITS, type DashboardLimitName } from "@/lib/core/rate-limits";
import { countAgainst } from "@/lib/http/api/count-request";

/** Counts a use of the dashboard against the limits of the actor and of their organisation. Throws `rate_limited`. */
export async function countUse(limiter: RateLimiter, name: DashboardLimitName, actor: Actor): Promise<void> {
  const { member, organisation } = DASHBOARD_LIMITS[name];
  await countAgainst(limiter, member, actor.id);
  if (actor.kind === "member") {
    await countAgainst(limiter, organisation, actor.organisationId, " of an organisation");
  }
}
