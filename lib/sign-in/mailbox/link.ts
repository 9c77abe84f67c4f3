import { isTrustedAddress } from "@/lib/sign-in/callback-addresses";
import type { UserContext } from "../context";
import { hostedPageAddress } from "../hosted-page-address";
import type { CreatedVerification } from "./create";

/** Returns a mail's link to a hosted page, which changes nothing when opened; never on the origin of the request. */
export function mailedLink<Token extends string | null>(
  ctx: UserContext,
  page: "magic-link" | "verify-email" | "reset-password",
  token: Token,
): Token extends null ? null : string;
export function mailedLink(ctx: UserContext, page: string, token: CreatedVerification["token"]): string | null {
  return token === null ? null : `${hostedPageAddress(ctx, ctx.project.id, page)}?${new URLSearchParams({ token })}`;
}

/** Returns the address to go on to from a link; `null` when the project no longer trusts it. */
export function onwardAddress(ctx: UserContext, address: string | undefined): string | null {
  return address !== undefined && isTrustedAddress(address, ctx.project, ctx.baseUrl) ? address : null;
}
