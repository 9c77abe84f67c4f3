import type { UserContext } from "./context";
import { hostedPageAddress } from "./hosted-page-address";

/**
 * Returns how the browser goes on after a sign-in elsewhere; without an address, to the account page. A redirect that
 * began at a provider carries no Strict cookie, so the service's own pages are reached from a page of the service.
 */
export function leadOn(ctx: UserContext, address: string | null): { redirect?: string; continueTo?: string } {
  const target = resolveAddress(ctx, address ?? hostedPageAddress(ctx, ctx.project.id, "account"));
  return target.origin === ctx.baseUrl ? { continueTo: target.href } : { redirect: target.href };
}

/** A relative address is a path of the app. */
export function resolveAddress(ctx: UserContext, address: string): URL {
  return new URL(address, ctx.project.settings.allowedOrigins[0] ?? ctx.baseUrl);
}
