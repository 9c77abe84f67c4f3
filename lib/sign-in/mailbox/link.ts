import { isTrustedAddress } from "@/lib/sign-in/callback-addresses";
import type { UserContext } from "../context";
import { hostedPageAddress } from "../hosted-page-address";
import type { CreatedVerification } from "./create";

/**
 * Returns the link of a mail: a hosted page on the configured origin, whatever the request's headers name. Opening it
 * changes nothing. `null` without a token.
 */
export function mailedLink<Token extends string | null>(
  ctx: UserContext,
  page: "magic-link" | "verify-email" | "reset-password",
  token: Token,
): Token extends null ? null : string;
export function mailedLink(ctx: UserContext, page: string, token: CreatedVerification["token"]): string | null {
  return token === null ? null : `${hostedPageAddress(ctx, ctx.project.id, page)}?${new URLSearchParams({ token })}`;
}

/**
 * Returns the address to go on to from a link, which the request for the mail gave; `null` when the project no longer
 * trusts it.
 */
export function onwardAddress(ctx: UserContext, address: string | undefined): string | null {
  return address !== undefined && isTrustedAddress(address, ctx.project, ctx.baseUrl) ? address : null;
}
