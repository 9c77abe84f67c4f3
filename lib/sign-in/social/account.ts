import { createId, isId } from "@/lib/core/ids";
import type { ProviderProfile } from "@/lib/core/ports/identity-providers";
import { SocialFailure } from "@/lib/core/ports/social-failure";
import { queueMail } from "@/lib/sign-in/mail/queue";
import type { UserContext } from "../context";
import { recordSecurityEvent } from "../events/record";
import { localeOf } from "../flow/locale";
import { providerName } from "../projects/providers/resource";
import type { SessionUser } from "../session-user";
import { findUserByAccount } from "../users/find";

/** Returns the user that is linked to this person at the provider; the mail address plays no part. */
export async function findUserOfProfile(
  ctx: UserContext,
  provider: string,
  { subject, issuer }: ProviderProfile,
): Promise<SessionUser | null> {
  const found = await findUserByAccount(ctx, provider, subject);
  // The same subject at another issuer is somebody else, even where the provider has the same name.
  if (found && found.issuer !== issuer) throw new SocialFailure("account_not_linked", { reason: "another_issuer" });
  return found?.user ?? null;
}

/** Inserts the account. Throws a unique violation when the person at the provider has a user already. */
export async function insertAccount(
  ctx: UserContext,
  userId: string,
  provider: string,
  { subject, issuer, email, scopes }: ProviderProfile,
): Promise<void> {
  const now = ctx.clock.now();
  const id = createId("account", ctx.random);
  const of = { projectId: ctx.project.id, providerId: provider, accountId: subject, issuer };
  const row = { id, userId, ...of, email, scopes };
  await ctx.db.account.create({ data: { ...row, createdAt: now, updatedAt: now }, select: { id: true } });
}

/** Links the account to an existing user, who is notified by mail. */
export async function linkAccount(
  ctx: UserContext,
  user: Pick<SessionUser, "id" | "email">,
  provider: string,
  profile: ProviderProfile,
): Promise<void> {
  await insertAccount(ctx, user.id, provider, profile);
  await recordSecurityEvent(ctx, { kind: "account.link", outcome: "accepted", userId: user.id, data: { provider } });
  await queueMail(ctx, {
    projectId: ctx.project.id,
    kind: "account-linked",
    to: user.email,
    content: { provider: await nameOf(ctx, provider) },
    locale: localeOf(ctx),
  });
}

async function nameOf(ctx: UserContext, provider: string): Promise<string> {
  if (isId("ssoConnection", provider)) {
    const where = { id: provider, projectId: ctx.project.id };
    return (await ctx.db.ssoConnection.findFirst({ where, select: { name: true } }))?.name ?? provider;
  }
  const where = { projectId_provider: { projectId: ctx.project.id, provider } };
  const row = await ctx.db.projectProvider.findUnique({ where, select: { displayName: true } });
  return providerName({ provider, displayName: row?.displayName ?? null });
}
