import "server-only";
import { headers } from "next/headers";
import type { Actor } from "@/lib/core/context";
import { clientAddressOf, originDirectRejected } from "@/lib/http/request-facts";
import type { ServiceContext } from "@/lib/runtime";
import { getRuntime } from "@/lib/runtime/current";

/** Throws `origin_direct_rejected` when an ingress proxy is configured and the request did not pass it. */
export async function pageContext(actor: Actor): Promise<ServiceContext> {
  const received = await headers();
  const runtime = await getRuntime();
  await runtime.settings.renew();
  const addressHeader = runtime.environment.clientAddressHeader;
  const clientAddress = clientAddressOf(received, addressHeader);
  if (addressHeader !== null && clientAddress === null) throw originDirectRejected();
  return runtime.context({ actor, requestId: received.get("x-request-id") ?? "", clientAddress });
}
