import { z } from "zod";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { Email, Image, Name, Password } from "@/lib/core/user-fields";
import type { BrowserCookie } from "../browser-cookie";
import type { UserContext } from "../context";
import { freshPassword } from "../credentials/credential";
import { requireGoodPassword } from "../credentials/policy";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { knownBrowserCookie } from "../flow/known-browser";
import { mayMail } from "../flow/limits";
import { carryingAddress, onwardQuery } from "../flow/onward";
import { sendNotice } from "../mailbox/send";
import { mailVerification, rememberOwnBrowser } from "../mailbox/verification-mail";
import { SignInResult } from "../result";
import { issueSession, sessionStarted } from "../sessions/issue";
import type { SignedUp } from "../sessions/replies";
import { requireOtherWayIn } from "../sso-domains/required";
import { toUser } from "../users/resource";

export const SignUpInput = z.object({
  name: Name,
  email: Email,
  password: Password.min(1),
  image: Image.nullish(),
  callbackURL: z.string().optional(),
  rememberMe: z.boolean().optional(),
});
type SignUpInput = z.infer<typeof SignUpInput>;

/**
 * Creates a user with a password, mails a proof of their address and signs them in; where addresses must be verified,
 * nobody is signed in and a taken address gets the answer of a new one. Throws the errors of `requireGoodPassword`,
 * `EMAIL_PASSWORD_SIGN_UP_DISABLED`, `SSO_REQUIRED`, `USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL`.
 */
export async function signUpWithPassword(
  ctx: UserContext,
  input: SignUpInput,
): Promise<SignInResult<z.infer<typeof SignedUp>>> {
  const { methods, requireVerifiedEmail } = ctx.project.settings;
  if (!methods.password || !methods.signUp) throw new SignInError("EMAIL_PASSWORD_SIGN_UP_DISABLED");
  await requireOtherWayIn(ctx, input.email);
  await requireGoodPassword(ctx, input.password, input.email);
  const passwordHash = await ctx.signIn.passwords.hash(ctx.project, input.password);
  const user = newUser(ctx, input);
  const isMailed = await mayMail(ctx, user.email);
  try {
    return await withTransaction(ctx, async (ctx) => {
      await insertUser(ctx, user, passwordHash);
      await recordSecurityEvent(ctx, { kind: "user.sign_up", outcome: "accepted", userId: user.id });
      if (isMailed) await mailProof(ctx, user, input.callbackURL);
      if (requireVerifiedEmail) {
        const cookie = await rememberOwnBrowser(ctx, user.id);
        return new SignInResult({ token: null, user: toUser(user) }, { cookies: [cookie] });
      }
      const isRemembered = input.rememberMe ?? true;
      const issued = await issueSession(ctx, { userId: user.id, isRemembered, factors: ["password"] });
      const cookies = [issued.cookie, knownBrowserCookie(ctx, user.email)];
      return new SignInResult(sessionStarted(issued.session, user), { cookies });
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    const cookies = await refuseTaken(ctx, { ...input, isMailed });
    if (requireVerifiedEmail) return new SignInResult({ token: null, user: toUser(user) }, { cookies });
    throw new SignInError("USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
  }
}

async function mailProof(ctx: UserContext, { id, email }: NewUser, callbackURL?: string): Promise<void> {
  const data = callbackURL === undefined ? {} : { callbackURL };
  // A user who is signed in immediately is in the app by the time the mail comes, if nothing asks for a code.
  const isAwaited = ctx.project.settings.requireVerifiedEmail;
  await mailVerification(ctx, { email, userId: id, data, isSent: true, isAwaited });
}

/** Does the work of a sign-up for a taken address, so that both take equally long; its owner gets the mail. */
function refuseTaken(
  ctx: UserContext,
  { email, callbackURL, isMailed }: SignUpInput & { isMailed: boolean },
): Promise<BrowserCookie[]> {
  return withTransaction(ctx, async (tx) => {
    const reason = "user_exists";
    await recordSecurityEvent(tx, { kind: "user.sign_up", outcome: "refused", userId: null, reason, data: { email } });
    if (isMailed) {
      const carried = onwardQuery(tx, callbackURL);
      const signInLink = carryingAddress(tx, "sign-in", carried);
      const resetLink = carryingAddress(tx, "forgot-password", carried);
      await sendNotice(tx, { kind: "account-exists", to: email, content: { signInLink, resetLink } });
    }
    return tx.project.settings.requireVerifiedEmail ? [await rememberOwnBrowser(tx, null)] : [];
  });
}

type NewUser = ReturnType<typeof newUser>;

function newUser(ctx: UserContext, { name, email, image }: SignUpInput) {
  const now = ctx.clock.now();
  const id = createId("user", ctx.random);
  return {
    id,
    name,
    email,
    emailVerified: false,
    image: image ?? null,
    twoFactorEnabled: false,
    publicMetadata: {},
    createdAt: now,
    updatedAt: now,
  };
}

async function insertUser(ctx: UserContext, user: NewUser, passwordHash: string): Promise<void> {
  const projectId = ctx.project.id;
  await ctx.db.user.create({ data: { ...user, projectId }, select: { id: true } });
  await ctx.db.account.create({
    data: {
      id: createId("account", ctx.random),
      projectId,
      userId: user.id,
      providerId: "credential",
      accountId: user.id,
      ...freshPassword(ctx, passwordHash),
      createdAt: user.createdAt,
      updatedAt: user.updatedAt,
    },
    select: { id: true },
  });
}
