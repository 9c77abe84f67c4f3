import type { SignedInContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent, type SecurityEventEntry } from "../events/record";
import { countAttempt } from "../flow/limits";
import { type Credential, findCredential, requireHashable } from "./credential";

/**
 * Checks the signed-in user's password once more and records a refusal as `kind`. Wrong ones count as in a sign-in, so
 * a stolen session does not evade the limit. Throws `INVALID_PASSWORD`, `CREDENTIAL_ACCOUNT_NOT_FOUND`,
 * `TOO_MANY_ATTEMPTS`.
 */
export async function confirmPassword(
  ctx: SignedInContext,
  password: string,
  kind: SecurityEventEntry["kind"],
): Promise<Credential & { accountId: string; passwordHash: string }> {
  requireHashable(password);
  const { email } = ctx.session.user;
  const credential = await findCredential(ctx, email);
  const { accountId = null, passwordHash = null } = credential ?? {};
  if (credential === null || accountId === null || passwordHash === null) {
    throw new SignInError("CREDENTIAL_ACCOUNT_NOT_FOUND");
  }
  const { passwords } = ctx.signIn;
  const isRight = await passwords.withPlace(ctx.project, async (takePlace) => {
    const forgetAttempts = await countAttempt(ctx, email);
    takePlace();
    if (!(await passwords.verify(ctx.project, passwordHash, password))) return false;
    await forgetAttempts();
    return true;
  });
  if (isRight) return { ...credential, accountId, passwordHash };
  const userId = ctx.session.user.id;
  await recordSecurityEvent(ctx, { kind, outcome: "refused", userId, reason: "wrong_password" });
  throw new SignInError("INVALID_PASSWORD");
}
