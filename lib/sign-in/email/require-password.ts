import type { UserContext } from "../context";
import { findCredential, requireHashable } from "../credentials/credential";
import { SignInError, type SignInErrorCode } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { countAttempt } from "../flow/limits";
import type { SessionUser } from "../session-user";

/**
 * Requires the account's password of a browser that proves its mailbox and isn't the account's own. Otherwise a stranger
 * could sign up with the address and wait for its owner to verify it. Throws `PROOF_REQUIRED`, `INVALID_PASSWORD`,
 * `TOO_MANY_ATTEMPTS`.
 */
export async function requirePassword(
  ctx: UserContext,
  user: SessionUser,
  password: string | undefined,
): Promise<void> {
  if (password === undefined || password === "") throw await refuse(ctx, user, "other_browser", "PROOF_REQUIRED");
  requireHashable(password);
  const { passwords } = ctx.signIn;
  await passwords.withPlace(ctx.project, async (takePlace) => {
    const forgetAttempts = await countAttempt(ctx, user.email);
    const credential = await findCredential(ctx, user.email);
    takePlace();
    if (!(await passwords.verify(ctx.project, credential?.passwordHash ?? null, password))) {
      throw await refuse(ctx, user, "wrong_password", "INVALID_PASSWORD");
    }
    await forgetAttempts();
  });
}

async function refuse(
  ctx: UserContext,
  user: SessionUser,
  reason: string,
  code: SignInErrorCode,
): Promise<SignInError> {
  await recordSecurityEvent(ctx, { kind: "email.verify", outcome: "refused", userId: user.id, reason });
  return new SignInError(code);
}
