import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../../context";
import { isProvenBy, matchUser } from "../match-user";
import type { TrialOutcome } from "./resource";

/**
 * Returns the effect that a sign-in by this profile would have now, and does nothing. Throws `SocialFailure` as it
 * would.
 */
export async function foresee(ctx: UserContext, provider: string, profile: ProviderProfile): Promise<TrialOutcome> {
  const match = await matchUser(ctx, provider, profile);
  const { requireVerifiedEmail, methods } = ctx.project.settings;
  const user = match.kind === "new" ? null : match.user;
  const isVerified = user ? user.emailVerified || isProvenBy(user, profile) : profile.emailVerified;
  if (requireVerifiedEmail && !isVerified) throw new SocialFailure("email_not_verified");
  if (user?.bannedAt) throw new SocialFailure("banned");
  const email = match.kind === "new" ? match.email : match.user.email;
  const needsSecondFactor = methods.twoFactor && user?.twoFactorEnabled === true;
  return { kind: match.kind, userId: user?.id ?? null, email, needsSecondFactor };
}
