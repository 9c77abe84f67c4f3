import { z } from "zod";
import { Email, Password } from "@/lib/core/user-fields";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { type Credential, findCredentialOrDecoy, rehashIfOutdated, requireHashable } from "../credentials/credential";
import { SignInError, type SignInErrorCode } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { countAttempt } from "../flow/limits";
import { carryingAddress, onwardQuery } from "../flow/onward";
import { remindToVerify } from "../mailbox/verification-mail";
import type { SignInResult } from "../result";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import type { SignedIn } from "../sessions/replies";
import { requireOtherWayIn } from "../sso-domains/required";
import { sendResetMail } from "./reset-mail";

export const SignInInput = z.object({
  email: z.string().meta({ example: "ada@example.com" }),
  password: Password,
  callbackURL: z.string().optional(),
  rememberMe: z.boolean().optional(),
});
type SignInInput = z.infer<typeof SignInInput>;

const DAY_MS = 86_400_000;

/**
 * Signs in with a password. Unknown users and wrong passwords get one error at one cost. Throws `INVALID_EMAIL`,
 * `INVALID_EMAIL_OR_PASSWORD`, `PASSWORD_TOO_LONG`, `TOO_MANY_ATTEMPTS`, `EMAIL_PASSWORD_DISABLED`, `SSO_REQUIRED` and, after the right
 * password, `BANNED_USER`, `EMAIL_NOT_VERIFIED`, `PASSWORD_RESET_REQUIRED`.
 */
export async function signInWithPassword(
  ctx: UserContext,
  input: SignInInput,
): Promise<SignInResult<z.infer<typeof SignedIn> | TwoFactorRequired>> {
  if (!ctx.project.settings.methods.password) throw new SignInError("EMAIL_PASSWORD_DISABLED");
  const parsed = Email.safeParse(input.email);
  if (!parsed.success) throw new SignInError("INVALID_EMAIL");
  await requireOtherWayIn(ctx, parsed.data);
  requireHashable(input.password);
  const credential = await verifyCredential(ctx, parsed.data, input.password);
  const { user } = credential;
  if (ctx.project.settings.requireVerifiedEmail && !user.emailVerified) {
    const cookie = await remindToVerify(ctx, user, input.callbackURL);
    throw await refuse(ctx, user, "email_not_verified", "EMAIL_NOT_VERIFIED", [cookie]);
  }
  const reason = user.bannedAt === null ? resetReason(ctx, credential) : null;
  if (reason !== null) {
    await offerReset(ctx, user.email, input.callbackURL);
    throw await refuse(ctx, user, reason, "PASSWORD_RESET_REQUIRED");
  }
  await rehashIfOutdated(ctx, credential, input.password);
  const done = await completeSignIn(ctx, { user, factor: "password", isRemembered: input.rememberMe ?? true });
  const { body } = done;
  if ("twoFactorRedirect" in body) return done.with(body);
  const url = input.callbackURL;
  if (url === undefined) return done.with({ redirect: false, ...body });
  return done.with({ redirect: true, url, ...body }, { headers: { Location: url } });
}

async function verifyCredential(ctx: UserContext, email: string, password: string): Promise<Credential> {
  const { passwords } = ctx.signIn;
  const { credential, isRight, forgetAttempts } = await passwords.withPlace(ctx.project, async (takePlace) => {
    const forgetAttempts = await countAttempt(ctx, email);
    const { credential, decoyHash } = await findCredentialOrDecoy(ctx, email);
    takePlace();
    const isRight = await passwords.verify(ctx.project, credential?.passwordHash ?? null, password, decoyHash);
    return { credential, isRight, forgetAttempts };
  });
  if (credential && isRight) {
    await forgetAttempts();
    return credential;
  }
  const reason = !credential ? "unknown_user" : credential.passwordHash === null ? "no_password" : "wrong_password";
  throw await refuse(ctx, credential?.user ?? { id: null, email }, reason, "INVALID_EMAIL_OR_PASSWORD");
}

/** Returns why a right password must be replaced before the next sign-in; `null` when it need not. */
function resetReason(
  ctx: UserContext,
  { mustResetPassword, passwordSetAt }: Credential,
): "password_reset_demanded" | "password_expired" | null {
  if (mustResetPassword) return "password_reset_demanded";
  const { maxAgeDays } = ctx.project.settings.password;
  if (maxAgeDays === null || passwordSetAt === null) return null;
  return ctx.clock.now().getTime() - passwordSetAt.getTime() > maxAgeDays * DAY_MS ? "password_expired" : null;
}

async function offerReset(ctx: UserContext, email: string, onward: string | undefined): Promise<void> {
  const callbackURL = carryingAddress(ctx, "reset-password", onwardQuery(ctx, onward));
  try {
    await sendResetMail(ctx, { email, data: { callbackURL } });
  } catch (error) {
    if (!(error instanceof SignInError && error.code === "TOO_MANY_REQUESTS")) throw error;
  }
}

async function refuse(
  ctx: UserContext,
  user: { id: string | null; email: string },
  reason: string,
  code: SignInErrorCode,
  cookies: BrowserCookie[] = [],
): Promise<SignInError> {
  const data = { factor: "password", email: user.email };
  await recordSecurityEvent(ctx, { kind: "session.sign_in", outcome: "refused", userId: user.id, reason, data });
  return new SignInError(code, { cookies });
}
