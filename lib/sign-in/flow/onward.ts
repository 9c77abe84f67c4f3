import type { UserContext } from "../context";
import { hostedPageAddress } from "../pages/address";
import { isTrustedAddress } from "./callback-addresses";

/** The parameters that the address of each hosted page carries along, for the end of the sign-in. */
export const CARRIED = ["redirect_to", "code_challenge", "state", "ui_locales"] as const;

/** Returns the address to go on to; `null` when the project no longer trusts it. */
export function onwardAddress(ctx: UserContext, address: string | null | undefined): string | null {
  if (address === null || address === undefined) return null;
  return isTrustedAddress(address, ctx.project, ctx.baseUrl) ? address : null;
}

/** Returns the parameters that hosted pages carry along in order to lead to the address in the end. */
export function onwardQuery(ctx: UserContext, address: string | null | undefined): Record<string, string> {
  const trusted = onwardAddress(ctx, address);
  return trusted === null ? {} : (carriedIn(ctx, trusted) ?? { redirect_to: trusted });
}

/**
 * Returns the parameters that one of these hosted pages' addresses carries along itself; `null` for any other address.
 */
export function carriedIn(ctx: UserContext, address: string | undefined): Record<string, string> | null {
  const url = address === undefined ? null : URL.parse(address);
  const pages = ["return", "reset-password"].map((page) => hostedPageAddress(ctx, ctx.project.id, page));
  if (url === null || !pages.includes(`${url.origin}${url.pathname}`)) return null;
  const names = CARRIED.filter((name) => url.searchParams.has(name));
  const { redirect_to, ...carried } = Object.fromEntries(names.map((name) => [name, url.searchParams.get(name) ?? ""]));
  const onward = onwardAddress(ctx, redirect_to);
  return onward === null ? carried : { redirect_to: onward, ...carried };
}

/** Returns the address of a hosted page that carries this along. */
export function carryingAddress(ctx: UserContext, page: string, carried: Record<string, string>): string {
  const search = new URLSearchParams(carried).toString();
  return `${hostedPageAddress(ctx, ctx.project.id, page)}${search === "" ? "" : `?${search}`}`;
}
