import { expect, it } from "vitest";
import { DASHBOARD_LIMITS, type DashboardLimitName } from "@/lib/core/rate-limits";
import { MemoryRateLimiter } from "@/lib/infra/rate-limit/memory-rate-limiter";
import { countUse } from "@/lib/web/count-use";

const memberOf = (organisationId: string, id: string) =>
  ({ kind: "member", id, organisationId, role: "owner" }) as const;

it.each(Object.keys(DASHBOARD_LIMITS) as DashboardLimitName[])(
  "HT-15: %s of all members of an organisation are counted together, and theirs alone",
  async (name) => {
    const { member, organisation } = DASHBOARD_LIMITS[name];
    const limiter = new MemoryRateLimiter();
    for (let use = 0; use < organisation.limit; use += 1) {
      await countUse(limiter, name, memberOf("org_a", `mem_${Math.floor(use / member.limit)}`));
    }
    await expect(countUse(limiter, name, memberOf("org_a", "mem_new"))).rejects.toMatchObject({
      code: "rate_limited",
      message: expect.stringContaining(`At most ${organisation.limit} requests of an organisation per 60 seconds`),
      retryAfterSeconds: expect.any(Number),
    });
    await countUse(limiter, name, memberOf("org_b", "mem_other"));
    await countUse(limiter, name, { kind: "user", id: "usr_new" });
  },
);
