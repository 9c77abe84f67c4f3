import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { localeOf } from "../flow/locale";
import { holdsAccount } from "../flow/own-browser";
import { withRemovedAccess } from "../removed-access";
import type { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import type { SessionStartedReply } from "../sessions/replies";
import { requireOtherWayIn } from "../sso-domains/required";
import { createUser } from "../users/create";
import { findUserByEmail } from "../users/find";
import { proveMailbox } from "../users/prove-mailbox";

interface ProvenMailbox {
  email: string;
  factor: "magic-link" | "email-otp";
  name: string;
  image?: string | null;
}

interface SignedInByMailbox {
  userId: string;
  signedIn: SessionStartedReply | TwoFactorRequired;
  isNewUser: boolean;
}

/** Signs in the user of a proven mailbox, who is created if absent. Throws `SIGN_UP_DISABLED`, `BANNED_USER`, `SSO_REQUIRED`. */
export async function signInByMailbox(
  ctx: UserContext,
  { email, factor, name, image = null }: ProvenMailbox,
): Promise<SignInResult<SignedInByMailbox>> {
  await requireOtherWayIn(ctx, email);
  const found = await findUserByEmail(ctx, email);
  const made = found === null ? await signUp(ctx, { email, name, image }) : null;
  const user = made ?? found ?? (await findUserByEmail(ctx, email));
  if (user === null) throw new SignInError("INVALID_TOKEN");
  const proof = { isOwner: await holdsAccount(ctx, user), locale: localeOf(ctx), name };
  const { user: proven, removed } = await proveMailbox(ctx, user, proof);
  const done = await completeSignIn(ctx, { user: proven, factor, isRemembered: true });
  const signedIn = withRemovedAccess(done.body, removed);
  return done.with({ userId: user.id, signedIn, isNewUser: made !== null });
}

/** Creates the user; returns `null` when a concurrent request has created them. */
async function signUp(
  ctx: UserContext,
  { email, name, image }: { email: string; name: string; image: string | null },
): Promise<SessionUser | null> {
  const entry = { kind: "user.sign_up", data: { email } } as const;
  if (!ctx.project.settings.methods.signUp) {
    await recordSecurityEvent(ctx, { ...entry, outcome: "refused", userId: null, reason: "sign_up_disabled" });
    throw new SignInError("SIGN_UP_DISABLED");
  }
  try {
    return await withTransaction(ctx, async (tx) => {
      const user = await createUser(tx, { email, name, image, emailVerified: true });
      await recordSecurityEvent(tx, { ...entry, outcome: "accepted", userId: user.id });
      return user;
    });
  } catch (error) {
    if (isUniqueViolation(error)) return null;
    throw error;
  }
}
