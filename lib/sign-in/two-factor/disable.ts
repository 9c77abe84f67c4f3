import type { z } from "zod";
import { withTransaction } from "@/lib/core/db/transaction";
import type { BrowserCookie } from "../browser-cookie";
import type { SignedInContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { sendNotice } from "../mailbox/send";
import { SignInResult } from "../result";
import { issueSession } from "../sessions/issue";
import { revokeTrustedDevices } from "../sessions/trusted-devices/trust";
import { findAuthenticator } from "./authenticator";
import { requireStepUp, type StepUpInput } from "./step-up";

const SECOND_FACTORS = ["totp", "backup-code"];

/** Removes the second factor, backup codes and trusted browsers. Throws the errors of `requireStepUp`. */
export async function disableTwoFactor(
  ctx: SignedInContext,
  input: z.infer<typeof StepUpInput>,
): Promise<SignInResult<{ status: true }>> {
  const { user } = ctx.session;
  const authenticator = await findAuthenticator(ctx, user.id);
  if (!authenticator) return new SignInResult({ status: true });
  await requireStepUp(ctx, input, authenticator, "two_factor.disable");
  const cookies = await withTransaction(ctx, async (tx) => {
    const where = { userId: user.id, projectId: tx.project.id };
    await tx.db.backupCode.deleteMany({ where });
    const { count } = await tx.db.twoFactor.deleteMany({ where });
    if (count === 0) return [];
    await recordSecurityEvent(tx, { kind: "two_factor.disable", outcome: "accepted", userId: user.id });
    return authenticator.isEnabled ? endSecondFactor(tx) : [];
  });
  return new SignInResult({ status: true }, { cookies });
}

async function endSecondFactor(tx: SignedInContext): Promise<BrowserCookie[]> {
  const { user, factors, isRemembered } = tx.session;
  const data = { twoFactorEnabled: false, updatedAt: tx.clock.now() };
  await tx.db.user.update({ where: { id: user.id }, data, select: { id: true } });
  await tx.db.flow.deleteMany({ where: { userId: user.id, projectId: tx.project.id, kind: "two-factor" } });
  const forgotten = await revokeTrustedDevices(tx, user.id);
  await sendNotice(tx, { kind: "two-factor-disabled", to: user.email, content: {} });
  const first = factors.filter((factor) => !SECOND_FACTORS.includes(factor));
  const { cookie } = await issueSession(tx, { userId: user.id, isRemembered, factors: first });
  return [...forgotten, cookie];
}
