import type { Context } from "@/lib/core/context";
import { eachHost } from "../hosts/each";
import { exchangeWithGuard } from "./exchange";

/** Exchanges with the guard of every host. A host that is down is left out. */
export function exchangeWithGuards(ctx: Context): Promise<void> {
  return eachHost(ctx, "the guard of a host was not heard", (host) => exchangeWithGuard(ctx, host));
}
