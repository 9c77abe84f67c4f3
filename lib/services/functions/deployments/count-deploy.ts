import { ServiceError } from "@/lib/core/errors";
import { planLimits } from "@/lib/core/plans";
import type { FunctionsProject } from "../access";
import type { FunctionContext } from "../context";

/** Counts a deployment of a project, from keys and members together. Throws `rate_limited`. */
export async function countDeploy({ rateLimiter }: FunctionContext, { id, tier }: FunctionsProject): Promise<void> {
  const limit = { name: "deploys", limit: planLimits(tier).functions.deploysPerMinute, windowSeconds: 60 };
  const { allowed, resetSeconds } = await rateLimiter.consume(limit, `deploys:${id}`);
  if (allowed) return;
  const message = `The plan allows ${limit.limit} deployments a minute for a project. Try again in ${resetSeconds} s.`;
  throw new ServiceError("rate_limited", message, { retryAfterSeconds: resetSeconds });
}
