import { AuthError } from "../auth-errors";
import type { SignedInContext } from "../context";
import { addSeconds } from "./lifetime";

/**
 * Demands that the user proved who they are within the project's `session.freshSeconds`, by a sign-in or by giving
 * their password once more. Throws `SESSION_NOT_FRESH`.
 */
export function requireFreshSession(ctx: SignedInContext): void {
  const { freshSeconds } = ctx.tenant.settings.session;
  if (addSeconds(ctx.session.authenticatedAt, freshSeconds) < ctx.clock.now()) throw new AuthError("SESSION_NOT_FRESH");
}
