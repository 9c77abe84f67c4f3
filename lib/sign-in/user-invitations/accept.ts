import { z } from "zod";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { Name, Password } from "@/lib/core/user-fields";
import type { UserContext } from "../context";
import { CREDENTIAL, freshPassword } from "../credentials/credential";
import { requireGoodPassword } from "../credentials/policy";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { forgetAttempts } from "../flow/limits";
import { carryingAddress, onwardQuery } from "../flow/onward";
import { keepOutcome } from "../flow/outcome";
import type { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { completeSignIn, type TwoFactorRequired } from "../sessions/complete-sign-in";
import type { SessionStartedReply } from "../sessions/replies";
import { requireOtherWayIn } from "../sso-domains/required";
import { createUser } from "../users/create";
import { type FoundUserInvitation, findUserInvitation } from "./find";

export const AcceptUserInvitationInput = z.object({
  token: z.string().max(128).meta({ example: "q3Jv0b7mXl1c2T9sYwZk4R8hN6pUeF5d" }),
  name: Name.default(""),
  password: Password.optional(),
});

interface Accepted {
  signedIn: SessionStartedReply | TwoFactorRequired;
  redirectTo: string | null;
}

/**
 * Creates the invited user, whose mailbox the link proves, and signs them in, once, also where sign-ups are off. Nobody
 * who is signed in accepts for another. Throws `INVALID_TOKEN`, `USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL`, `BAD_REQUEST`
 * for a browser with a session, `SSO_REQUIRED`, and the errors of `requireGoodPassword`.
 */
export async function acceptUserInvitation(
  ctx: UserContext,
  { token, name, password }: z.infer<typeof AcceptUserInvitationInput>,
): Promise<SignInResult<Accepted>> {
  if (ctx.session !== null) throw new SignInError("BAD_REQUEST", { message: "Sign out before you accept" });
  const invitation = await findUserInvitation(ctx, token);
  if (invitation === null) throw await refuse(ctx, "no_such_link", "INVALID_TOKEN");
  if (invitation.hasUser) throw await refuse(ctx, "user_exists", "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
  await requireOtherWayIn(ctx, invitation.email);
  const passwordHash = await hashAllowed(ctx, invitation.email, password);
  const user = await insertUser(ctx, invitation, { name, passwordHash });
  await forgetAttempts(ctx, user.email);
  const done = await completeSignIn(ctx, { user, factor: "magic-link", isRemembered: true });
  const redirect = carryingAddress(ctx, "return", onwardQuery(ctx, invitation.redirectTo));
  await keepOutcome(ctx, { kind: "join", secret: token }, { userId: user.id, redirect });
  return done.with({ signedIn: done.body, redirectTo: invitation.redirectTo });
}

/** Returns the hash of a password that the project takes; `null` for a user who signs in without one. */
async function hashAllowed(ctx: UserContext, email: string, password: string | undefined): Promise<string | null> {
  const { methods } = ctx.project.settings;
  const needsPassword = !methods.magicLink && !methods.emailOtp && !methods.passkey;
  if (!methods.password || (password === undefined && !needsPassword)) return null;
  const chosen = password ?? "";
  await requireGoodPassword(ctx, chosen, email);
  return ctx.signIn.passwords.hash(ctx.project, chosen);
}

async function insertUser(
  ctx: UserContext,
  { id, email, tokenHash }: FoundUserInvitation,
  { name, passwordHash }: { name: string; passwordHash: string | null },
): Promise<SessionUser> {
  const projectId = ctx.project.id;
  try {
    return await withTransaction(ctx, async (tx) => {
      const { count } = await tx.db.userInvitation.deleteMany({ where: { id, projectId, tokenHash } });
      if (count === 0) throw await refuse(ctx, "link_used", "INVALID_TOKEN");
      const user = await createUser(tx, { email, name, emailVerified: true });
      if (passwordHash !== null) {
        const account = { id: createId("account", tx.random), projectId, userId: user.id };
        const dates = { createdAt: user.createdAt, updatedAt: user.updatedAt };
        const data = {
          ...account,
          providerId: CREDENTIAL,
          accountId: user.id,
          ...freshPassword(tx, passwordHash),
          ...dates,
        };
        await tx.db.account.create({ data, select: { id: true } });
      }
      const data = { email, invitationId: id };
      await recordSecurityEvent(tx, { kind: "user.sign_up", outcome: "accepted", userId: user.id, data });
      return user;
    });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw await refuse(ctx, "user_exists", "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL");
  }
}

async function refuse(
  ctx: UserContext,
  reason: string,
  code: "INVALID_TOKEN" | "USER_ALREADY_EXISTS_USE_ANOTHER_EMAIL",
): Promise<SignInError> {
  await recordSecurityEvent(ctx, { kind: "user.sign_up", outcome: "refused", userId: null, reason });
  return new SignInError(code);
}
