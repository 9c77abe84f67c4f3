import { isTrustedAddress } from "@/lib/sign-in/callback-addresses";
import type { AuthContext } from "../context";
import { hostedPageAddress } from "../hosted-page-address";
import type { CreatedVerification } from "./create";

/**
 * The link of a mail: a hosted page on the configured origin, whatever the request's headers say. Opening it changes
 * nothing. `null` without a token.
 */
export function mailedLink<Token extends string | null>(
  ctx: AuthContext,
  page: "magic-link" | "verify-email" | "reset-password",
  token: Token,
): Token extends null ? null : string;
export function mailedLink(ctx: AuthContext, page: string, token: CreatedVerification["token"]): string | null {
  return token === null ? null : `${hostedPageAddress(ctx, ctx.tenant.id, page)}?${new URLSearchParams({ token })}`;
}

/** Where to go on from a link, asked for with the mail. `null` when the project no longer trusts the address. */
export function onwardAddress(ctx: AuthContext, address: string | undefined): string | null {
  return address !== undefined && isTrustedAddress(address, ctx.tenant, ctx.baseUrl) ? address : null;
}
