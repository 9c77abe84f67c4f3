import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import type { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import type { SessionStartedReply } from "../sessions/replies";
import { requireOtherWayIn } from "../sso-domains/required";
import { createUser } from "../users/create";
import { insertAccount, linkAccount } from "./account";
import { isProvenBy, matchUser } from "./match-user";

interface SignedInByProfile {
  userId: string;
  isNewUser: boolean;
  signedIn: SessionStartedReply | TwoFactorRequired;
}

/** Signs in a person by a provider's profile and creates or links their user. Throws `SocialFailure`, `BANNED_USER`, `SSO_REQUIRED`. */
export async function signInByProfile(
  ctx: UserContext,
  provider: string,
  profile: ProviderProfile,
): Promise<SignInResult<SignedInByProfile>> {
  const attempt = () =>
    withTransaction(ctx, async (tx) => {
      const { user, isNewUser } = await findOrMakeUser(tx, provider, profile);
      if (tx.project.settings.requireVerifiedEmail && !user.emailVerified) {
        throw new SocialFailure("email_not_verified", { userId: isNewUser ? null : user.id });
      }
      return { user, isNewUser };
    });
  // A concurrent request may create the same user; the second attempt then finds them.
  const { user, isNewUser } = await attempt().catch((error: unknown) => {
    if (!isUniqueViolation(error)) throw error;
    return attempt();
  });
  const done = await completeSignIn(ctx, { user, factor: provider, isRemembered: true });
  return done.with({ userId: user.id, isNewUser, signedIn: done.body });
}

async function findOrMakeUser(
  ctx: UserContext,
  provider: string,
  profile: ProviderProfile,
): Promise<{ user: SessionUser; isNewUser: boolean }> {
  const match = await matchUser(ctx, provider, profile);
  await requireOtherWayIn(ctx, match.kind === "new" ? match.email : match.user.email);
  if (match.kind === "linked") return { user: await acceptProof(ctx, match.user, profile), isNewUser: false };
  if (match.kind === "same-address") {
    await linkAccount(ctx, match.user, provider, profile);
    return { user: match.user, isNewUser: false };
  }
  const { name, image, emailVerified } = profile;
  const user = await createUser(ctx, { email: match.email, name, image, emailVerified });
  await insertAccount(ctx, user.id, provider, profile);
  await recordSecurityEvent(ctx, { kind: "user.sign_up", outcome: "accepted", userId: user.id, data: { provider } });
  return { user, isNewUser: true };
}

/** Marks the mailbox as proven once the provider of a linked account confirms it. */
async function acceptProof(ctx: UserContext, user: SessionUser, profile: ProviderProfile): Promise<SessionUser> {
  if (!isProvenBy(user, profile)) return user;
  const proven = { emailVerified: true, updatedAt: ctx.clock.now() };
  await ctx.db.user.update({ where: { id: user.id }, data: proven, select: { id: true } });
  await recordSecurityEvent(ctx, { kind: "email.verify", outcome: "accepted", userId: user.id });
  return { ...user, ...proven };
}
