import type { Context } from "@/lib/core/context";
import type { LockNotice } from "@/lib/core/queue/add";
import { queueMail } from "@/lib/sign-in/mail/queue";
import { CREDENTIAL } from "../credentials/credential";
import { hostedPageAddress } from "../pages/address";

/** Mails the owner of a locked account that has a password, if there is one. */
export async function sendLockNotice(ctx: Context, { projectId, email, locale, minutes }: LockNotice): Promise<void> {
  const hasPassword = { accounts: { some: { providerId: CREDENTIAL, passwordHash: { not: null } } } };
  const where = { projectId, email, bannedAt: null, ...hasPassword };
  if ((await ctx.db.user.count({ where })) === 0) return;
  const content = { resetLink: hostedPageAddress(ctx, projectId, "forgot-password"), minutes };
  await queueMail(ctx, { projectId, kind: "account-locked", to: email, content, locale });
}
