import { z } from "zod";
import { Password } from "@/lib/core/user-fields";
import { addSeconds } from "../../core/add-seconds";
import type { SignedInContext } from "../context";
import { confirmPassword } from "../credentials/confirm";
import { CREDENTIAL } from "../credentials/credential";
import { SignInError } from "../errors";
import type { SecurityEventKind } from "../events/kinds";
import { recordSecurityEvent } from "../events/record";
import { countSecondFactor } from "../flow/limits";
import { requireFreshSession } from "../sessions/require-fresh";
import type { Authenticator } from "./authenticator";
import { consumeBackupCode } from "./backup-codes";
import { SecondFactorCode } from "./fields";
import { consumeTotp } from "./totp";

export const StepUpInput = z.object({
  password: Password.optional().meta({ description: "Who has no password gives none and must have a fresh session." }),
  code: SecondFactorCode.optional(),
});
type StepUpInput = z.infer<typeof StepUpInput>;

/** Requires the password or, if none is set, a fresh session. Throws `SESSION_NOT_FRESH`, and as `confirmPassword`. */
export async function requirePassword(
  ctx: SignedInContext,
  password: string | undefined,
  kind: SecurityEventKind,
): Promise<void> {
  if (password !== undefined) {
    await confirmPassword(ctx, password, kind);
    return;
  }
  const where = { userId: ctx.session.user.id, providerId: CREDENTIAL, passwordHash: { not: null } };
  if ((await ctx.db.account.count({ where })) > 0) throw new SignInError("INVALID_PASSWORD");
  requireFreshSession(ctx);
}

/**
 * Requires the password and a second factor in use, by `code` or given lately in this session: a stolen session and the
 * password must not suffice. Records a refusal as `kind`. Throws `INVALID_CODE` and the errors of `requirePassword`.
 */
export async function requireStepUp(
  ctx: SignedInContext,
  { password, code }: StepUpInput,
  authenticator: Authenticator,
  kind: SecurityEventKind,
): Promise<void> {
  if (authenticator.isEnabled && code === undefined) requireFreshSecondFactor(ctx);
  await requirePassword(ctx, password, kind);
  if (authenticator.isEnabled && code !== undefined) await requireCode(ctx, code, authenticator, kind);
}

function requireFreshSecondFactor({ session, project, clock }: SignedInContext): void {
  const { freshSeconds } = project.settings.session;
  const { secondFactorAt } = session;
  if (secondFactorAt === null || addSeconds(secondFactorAt, freshSeconds) < clock.now()) {
    throw new SignInError("SESSION_NOT_FRESH");
  }
}

/** A code of the app has six digits, a backup code eight characters, so neither is taken for the other. */
async function requireCode(
  ctx: SignedInContext,
  code: string,
  authenticator: Authenticator,
  kind: SecurityEventKind,
): Promise<void> {
  const { userId } = authenticator;
  const forgetAttempts = await countSecondFactor(ctx, userId);
  if ((await consumeTotp(ctx, authenticator, code)) || (await consumeBackupCode(ctx, authenticator, code))) {
    await forgetAttempts();
    return;
  }
  await recordSecurityEvent(ctx, { kind, outcome: "refused", userId, reason: "wrong_code" });
  throw new SignInError("INVALID_CODE");
}
