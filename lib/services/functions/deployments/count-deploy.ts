import { planLimits } from "@/lib/core/plans";
import { requireWithinLimit } from "@/lib/core/require-within-limit";
import type { FunctionsProject } from "../access";
import type { FunctionContext } from "../context";

/** Counts a deployment of a project, from keys and members together. Throws `rate_limited`. */
export async function countDeploy(ctx: FunctionContext, { id, tier }: FunctionsProject): Promise<void> {
  const limit = { name: "deploys", limit: planLimits(tier).functions.deploysPerMinute, windowSeconds: 60 };
  const reason = `The plan allows ${limit.limit} deployments a minute for a project.`;
  await requireWithinLimit(ctx, limit, `deploys:${id}`, reason);
}
