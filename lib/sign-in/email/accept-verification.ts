import { withTransaction } from "@/lib/core/db/transaction";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { takeFlow } from "../flow/flow";
import { forgetAttempts } from "../flow/limits";
import { isOwnBrowser } from "../flow/own-browser";
import { takeVerification } from "../mailbox/take";
import type { Verification } from "../mailbox/verification";
import type { SessionUser } from "../session-user";
import { completeSignIn } from "../sessions/complete-sign-in";
import { findUserById } from "../users/find";
import { requirePassword } from "./require-password";

/**
 * Marks the address of the proof's user as verified; their credentials stay. In the browser in which they have just
 * given their password, to sign up or to sign in, they are signed in. Returns `null` when the proof was used or
 * replaced or the address has changed. Throws the errors of `requirePassword`, before the proof is spent.
 */
export async function acceptVerification(
  ctx: UserContext,
  proof: Verification,
  password: string | undefined,
): Promise<{ user: SessionUser; cookies: BrowserCookie[] } | null> {
  if (proof.userId === null) return null;
  // Read before the user: the first of two clicks marks the address as verified before it takes the browser's flow.
  const isOwn = await isOwnBrowser(ctx, proof.userId);
  const user = await findUserById(ctx, proof.userId);
  if (user?.email !== proof.email) return null;
  if (!user.emailVerified && !isOwn) await requirePassword(ctx, user, password);
  const isSigningUp = !user.emailVerified && ctx.session === null && isOwn;
  const proven = { emailVerified: true, updatedAt: ctx.clock.now() };
  const isDone = await withTransaction(ctx, async (tx) => {
    if (!(await takeVerification(tx, proof))) return false;
    // A real person has the address, so testing tokens must no longer sign in as them.
    const data = { ...proven, isTestUser: false };
    const projectId = tx.project.id;
    const { count } = await tx.db.user.updateMany({ where: { id: user.id, projectId, email: user.email }, data });
    await tx.db.testToken.deleteMany({ where: { projectId, userId: user.id } });
    await recordSecurityEvent(tx, { kind: "email.verify", outcome: "accepted", userId: user.id });
    return count === 1;
  });
  if (!isDone) return null;
  const { cookies } = await takeFlow(ctx, "email-verification", ({ userId }) => userId === user.id);
  await forgetAttempts(ctx, user.email);
  const verified = { ...user, ...proven };
  return { user: verified, cookies: [...cookies, ...(isSigningUp ? await signIn(ctx, verified) : [])] };
}

/** A user who may not sign in has proven the address all the same. */
async function signIn(ctx: UserContext, user: SessionUser): Promise<BrowserCookie[]> {
  try {
    return [...(await completeSignIn(ctx, { user, factor: "password", isRemembered: true })).cookies];
  } catch (error) {
    if (error instanceof SignInError) return [];
    throw error;
  }
}
