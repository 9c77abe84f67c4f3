import type { UserContext } from "../context";
import { carryingAddress } from "../flow/onward";
import type { CreatedVerification } from "./create";

/**
 * Returns a mail's link to a hosted page, which changes nothing when opened; never on the origin of the request. It
 * carries along where to go in the end, which the page needs also once the proof is gone.
 */
export function mailedLink<Token extends string | null>(
  ctx: UserContext,
  page: "magic-link" | "verify-email" | "reset-password",
  token: Token,
  carried: Record<string, string>,
): Token extends null ? null : string;
export function mailedLink(
  ctx: UserContext,
  page: string,
  token: CreatedVerification["token"],
  carried: Record<string, string>,
): string | null {
  return token === null ? null : carryingAddress(ctx, page, { token, ...carried });
}
