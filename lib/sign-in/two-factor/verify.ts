import { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { SignedInContext, UserContext } from "../context";
import { SignInError } from "../errors";
import { recordSecurityEvent } from "../events/record";
import { countSecondFactor } from "../flow/limits";
import { SignInResult } from "../result";
import type { SessionStartedReply } from "../sessions/replies";
import { trustDevice } from "../sessions/trusted-devices/trust";
import { toUser } from "../users/resource";
import { findAuthenticator } from "./authenticator";
import { answerChallenge } from "./challenge";
import { finishEnrolment } from "./enrol";
import { BackupCode, TotpCode } from "./fields";
import { BACKUP_CODE, type SecondFactor, TOTP } from "./second-factor";

const trust = z.boolean().optional().meta({ description: "Do not ask in this browser again for a while." });
export const VerifyTotpInput = z.object({ code: TotpCode, trustDevice: trust });
export const VerifyBackupCodeInput = z.object({ code: BackupCode, trustDevice: trust });
type VerifyInput = z.infer<typeof VerifyTotpInput>;

/**
 * Verifies a code of the authenticator app, which enables it, renews the session's second factor or, without a session,
 * completes a sign-in. Throws `INVALID_CODE`, `INVALID_TWO_FACTOR_COOKIE`, `TOTP_NOT_ENABLED`,
 * `TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE`, `ACCOUNT_TEMPORARILY_LOCKED`, `TWO_FACTOR_DISABLED`, `BANNED_USER`.
 */
export function verifyTotp(ctx: UserContext, input: VerifyInput): Promise<SignInResult<SessionStartedReply>> {
  return verifyFactor(ctx, TOTP, input);
}

/**
 * Verifies a backup code, which is spent, as `verifyTotp` does one of the app. Throws `INVALID_BACKUP_CODE`,
 * `BACKUP_CODES_NOT_ENABLED` and the errors of `verifyTotp`.
 */
export function verifyBackupCode(ctx: UserContext, input: VerifyInput): Promise<SignInResult<SessionStartedReply>> {
  return verifyFactor(ctx, BACKUP_CODE, input);
}

function verifyFactor(ctx: UserContext, factor: SecondFactor, input: VerifyInput) {
  const { session } = ctx;
  return session === null ? answerChallenge(ctx, factor, input) : verifyInSession({ ...ctx, session }, factor, input);
}

async function verifyInSession(
  ctx: SignedInContext,
  factor: SecondFactor,
  { code, trustDevice: isTrusted }: VerifyInput,
): Promise<SignInResult<SessionStartedReply>> {
  const { user } = ctx.session;
  const authenticator = await findAuthenticator(ctx, user.id);
  if (!authenticator || !(authenticator.isEnabled || factor.name === "totp")) throw new SignInError(factor.missing);
  if (!authenticator.isEnabled && !ctx.project.settings.methods.twoFactor) throw new SignInError("TWO_FACTOR_DISABLED");
  const forgetAttempts = await countSecondFactor(ctx, user.id);
  const done = await withTransaction(ctx, async (tx) => {
    if (!(await factor.consume(tx, authenticator, code))) return null;
    const proven = authenticator.isEnabled ? await renewProof(tx, factor) : await finishEnrolment(tx);
    return isTrusted ? proven.with(proven.body, { cookies: await trustDevice(tx, user.id) }) : proven;
  });
  if (done) {
    await forgetAttempts();
    return done;
  }
  const kind = authenticator.isEnabled ? "two_factor.verify" : "two_factor.enable";
  const data = { factor: factor.name };
  await recordSecurityEvent(ctx, { kind, outcome: "refused", userId: user.id, reason: "wrong_code", data });
  throw new SignInError(factor.wrong);
}

async function renewProof(ctx: SignedInContext, { name }: SecondFactor): Promise<SignInResult<SessionStartedReply>> {
  const { id, user, factors, expiresAt } = ctx.session;
  const now = ctx.clock.now();
  const data = { secondFactorAt: now, authenticatedAt: now, factors: [...new Set([...factors, name])] };
  const { count } = await ctx.db.session.updateMany({ where: { id, projectId: ctx.project.id }, data });
  if (count === 0) throw new SignInError("UNAUTHORIZED");
  const event = { kind: "two_factor.verify", outcome: "accepted", userId: user.id, data: { factor: name } } as const;
  await recordSecurityEvent(ctx, event);
  return new SignInResult({ token: id, user: toUser(user), sessionExpiresAt: expiresAt.toISOString() });
}
