import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import type { ProviderProfile, SocialProvider } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import type { SessionStartedReply } from "../replies";
import type { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import { createUser } from "../users/create";
import { findUserByEmail } from "../users/find";
import { findUserOfProfile, insertAccount, linkAccount } from "./account";

interface SignedInByProfile {
  isNewUser: boolean;
  signedIn: SessionStartedReply | TwoFactorRequired;
}

/** Signs in a person by a provider's profile and creates or links their user. Throws `SocialFailure`, `BANNED_USER`. */
export async function signInByProfile(
  ctx: UserContext,
  provider: SocialProvider,
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
  return done.with({ isNewUser, signedIn: done.body });
}

async function findOrMakeUser(
  ctx: UserContext,
  provider: SocialProvider,
  profile: ProviderProfile,
): Promise<{ user: SessionUser; isNewUser: boolean }> {
  const known = await findUserOfProfile(ctx, provider, profile);
  if (known) return { user: await acceptProof(ctx, known, profile), isNewUser: false };
  const { email } = profile;
  if (email === null) throw new SocialFailure("email_not_found");
  const owner = await findUserByEmail(ctx, email);
  if (owner) {
    requireSameOwner(owner, profile);
    await linkAccount(ctx, owner, provider, profile);
    return { user: owner, isNewUser: false };
  }
  if (!ctx.project.settings.methods.signUp) throw new SocialFailure("signup_disabled");
  const { name, image, emailVerified } = profile;
  const user = await createUser(ctx, { email, name, image, emailVerified });
  await insertAccount(ctx, user.id, provider, profile);
  await recordSecurityEvent(ctx, { kind: "user.sign_up", outcome: "accepted", userId: user.id, data: { provider } });
  return { user, isNewUser: true };
}

/**
 * Requires that the mailbox is proven on both sides. Otherwise a stranger may have signed up with the address here, or
 * have entered it at the provider.
 */
function requireSameOwner(owner: SessionUser, { emailVerified }: ProviderProfile): void {
  if (owner.emailVerified && emailVerified) return;
  const reason = owner.emailVerified ? "email_not_verified_by_provider" : "email_not_verified_here";
  throw new SocialFailure("account_not_linked", { reason, userId: owner.id });
}

/** Marks the mailbox as proven once the provider of a linked account confirms it. */
async function acceptProof(ctx: UserContext, user: SessionUser, profile: ProviderProfile): Promise<SessionUser> {
  if (user.emailVerified || !profile.emailVerified || profile.email !== user.email) return user;
  const proven = { emailVerified: true, updatedAt: ctx.clock.now() };
  await ctx.db.user.update({ where: { id: user.id }, data: proven, select: { id: true } });
  await recordSecurityEvent(ctx, { kind: "email.verify", outcome: "accepted", userId: user.id });
  return { ...user, ...proven };
}
