import type { Context } from "@/lib/core/context";
import { addJob, type LockNotice } from "@/lib/core/queue/add";
import { queueMail } from "@/lib/sign-in/mail/queue";
import type { UserContext } from "../context";
import { CREDENTIAL } from "../credentials/credential";
import { recordSecurityEvent } from "../events/record";
import { localeOf } from "../flow/locale";
import { hostedPageAddress } from "../pages/address";

/** Records once that an account is locked. A job looks up the user, so that unknown addresses take equally long. */
export async function reportLock(ctx: UserContext, email: string, seconds: number): Promise<void> {
  const data = { email };
  await recordSecurityEvent(ctx, { kind: "account.lock", outcome: "accepted", userId: null, data });
  const notice = { projectId: ctx.project.id, email, locale: localeOf(ctx), minutes: Math.ceil(seconds / 60) };
  await addJob(ctx, "send-lock-notice", notice, { owner: notice.projectId });
}

export async function sendLockNotice(ctx: Context, { projectId, email, locale, minutes }: LockNotice): Promise<void> {
  const hasPassword = { accounts: { some: { providerId: CREDENTIAL, passwordHash: { not: null } } } };
  const where = { projectId, email, bannedAt: null, ...hasPassword };
  if ((await ctx.db.user.count({ where })) === 0) return;
  const content = { resetLink: hostedPageAddress(ctx, projectId, "forgot-password"), minutes };
  await queueMail(ctx, { projectId, kind: "account-locked", to: email, content, locale });
}
