import "server-only";
import { headers } from "next/headers";
import type { Actor, Context } from "@/lib/core/context";
import type { RateLimiter } from "@/lib/core/ports/rate-limiter";
import { originDirectRejected } from "@/lib/http/request-facts";
import { getRuntime } from "@/lib/runtime";

/**
 * The context of a page or an action, for the verbs it calls; proxy.ts has made sure of the request id.
 * Throws `origin_direct_rejected` when an ingress proxy is configured and the request did not pass it.
 */
export async function pageContext(actor: Actor): Promise<Context & { rateLimiter: RateLimiter }> {
  const received = await headers();
  const runtime = await getRuntime();
  const addressHeader = runtime.environment.clientAddressHeader;
  const clientAddress = addressHeader === null ? null : received.get(addressHeader);
  if (addressHeader !== null && !clientAddress) throw originDirectRejected();
  const ctx = runtime.context({ actor, requestId: received.get("x-request-id") ?? "", clientAddress });
  return { ...ctx, rateLimiter: runtime.rateLimiter };
}
