import { addSeconds } from "../../core/add-seconds";
import type { SignedInContext } from "../context";
import { SignInError } from "../errors";

/**
 * Requires a proof of the user within the project's `session.freshSeconds`. A user with a second factor must have given
 * that: a stolen session and the password must not suffice to add a passkey that counts as both. Throws
 * `SESSION_NOT_FRESH`.
 */
export function requireFreshSession(ctx: SignedInContext): void {
  const { freshSeconds } = ctx.project.settings.session;
  if (addSeconds(provenAt(ctx), freshSeconds) < ctx.clock.now()) throw new SignInError("SESSION_NOT_FRESH");
}

function provenAt({ session, project }: SignedInContext): Date {
  const { authenticatedAt, signedInAt, secondFactorAt, user } = session;
  if (!user.twoFactorEnabled || !project.settings.methods.twoFactor) return authenticatedAt;
  // A proof by a provider may be older than the sign-in.
  return secondFactorAt ?? new Date(Math.min(authenticatedAt.getTime(), signedInAt.getTime()));
}
