import { withTransaction } from "@/lib/core/db/transaction";
import { noteSubject } from "@/lib/core/request-subject";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { countFlowAttempt, type Flow, findFlow, takeFlow } from "../flow/flow";
import { knownBrowserCookie } from "../flow/known-browser";
import { countSecondFactor } from "../flow/limits";
import { SignInResult } from "../result";
import type { SessionUser } from "../session-user";
import { type IssuedSession, issueSession, sessionStarted } from "../sessions/issue";
import type { SessionStartedReply } from "../sessions/replies";
import { trustDevice } from "../sessions/trusted-devices/trust";
import { findUserById } from "../users/find";
import { findAuthenticator } from "./authenticator";
import type { SecondFactor } from "./second-factor";

const WRONG_CODES = 5;

/**
 * Completes a sign-in in the browser that gave its first factor. Codes are counted before they are checked: a challenge
 * allows `WRONG_CODES` wrong ones, and the account has a limit over all challenges.
 */
export async function answerChallenge(
  ctx: UserContext,
  factor: SecondFactor,
  input: { code: string; trustDevice?: boolean | undefined },
): Promise<SignInResult<SessionStartedReply>> {
  const flow = await findFlow(ctx, "two-factor");
  if (!flow?.userId) throw new SignInError("INVALID_TWO_FACTOR_COOKIE");
  if (ctx.attempt) ctx.attempt.userId = flow.userId;
  noteSubject(ctx, { userId: flow.userId });
  await countTry(ctx, flow.id);
  const forgetAttempts = await countSecondFactor(ctx, flow.userId);
  const user = await findUserById(ctx, flow.userId);
  const authenticator = await findAuthenticator(ctx, flow.userId);
  if (!user || !authenticator?.isEnabled) throw new SignInError(factor.missing);
  if (user.bannedAt !== null) throw await refused(ctx, user, factor, "banned", new SignInError("BANNED_USER"));
  const done = await withTransaction(ctx, async (tx) => {
    if (!(await factor.consume(tx, authenticator, input.code))) return null;
    // Only one of two concurrent right codes ends the challenge; the other is not spent.
    const { flow: taken, cookies } = await takeFlow(tx, "two-factor");
    if (!taken) throw new SignInError("INVALID_TWO_FACTOR_COOKIE", { cookies });
    const { session, cookie } = await startSession(tx, user, factor, flow);
    const known = knownBrowserCookie(tx, user.email);
    const device = input.trustDevice ? await trustDevice(tx, user.id) : [];
    return new SignInResult(sessionStarted(session, user), { cookies: [...cookies, cookie, known, ...device] });
  });
  if (!done) throw await refused(ctx, user, factor, "wrong_code", new SignInError(factor.wrong));
  await forgetAttempts();
  return done;
}

async function countTry(ctx: UserContext, flowId: string): Promise<void> {
  const tries = await countFlowAttempt(ctx, flowId, WRONG_CODES + 1);
  if (tries !== null && tries <= WRONG_CODES) return;
  const { cookies } = await takeFlow(ctx, "two-factor");
  const code = tries === null ? "INVALID_TWO_FACTOR_COOKIE" : "TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE";
  throw new SignInError(code, { cookies });
}

async function startSession(
  tx: UserContext,
  { id: userId }: SessionUser,
  { name }: SecondFactor,
  { data }: Flow,
): Promise<IssuedSession> {
  const firstFactor = String(data.factor);
  const event = { kind: "session.second_factor", outcome: "accepted", userId } as const;
  await recordSecurityEvent(tx, { ...event, data: { firstFactor, factor: name } });
  const isRemembered = data.isRemembered === true;
  const now = tx.clock.now();
  const ssoSessionId = typeof data.ssoSessionId === "string" ? data.ssoSessionId : null;
  const origin = { signedInAt: now, authenticatedAt: now, secondFactorAt: now, isUserVerified: false, ssoSessionId };
  return issueSession(tx, { userId, isRemembered, factors: [firstFactor, name], hasSecondFactor: true, origin });
}

async function refused(
  ctx: UserContext,
  { id: userId }: SessionUser,
  { name }: SecondFactor,
  reason: string,
  error: SignInError,
): Promise<SignInError> {
  const event = { kind: "session.second_factor", outcome: "refused", userId, reason } as const;
  await recordSecurityEvent(ctx, { ...event, data: { factor: name } });
  return error;
}
