import type { Context } from "@/lib/core/context";
import { CREDENTIAL } from "../credentials/credential";
import { requireProject } from "../project-keys/authorise";
import { activeSessionsOf } from "./list-sessions-by-owner";
import { newestMailsTo } from "./newest-mails";
import { type OwnedUserDetails, toOwnedUserWithMetadata } from "./owned-user";
import { getUserInProject, READ_USERS, type UserAddress } from "./user-address";

const OLDEST_FIRST = [{ createdAt: "asc" }, { id: "asc" }] as const;

/** Returns a user with everything they can sign in with, and no secret of it. */
export async function showUser(ctx: Context, { projectId, userId }: UserAddress): Promise<OwnedUserDetails> {
  await requireProject(ctx, projectId, READ_USERS);
  const user = await getUserInProject(ctx, { projectId, userId });
  const where = { userId, projectId };
  const [accounts, passkeys, factor, backupCodes, trustedBrowsers, sessions, mails] = await Promise.all([
    ctx.db.account.findMany({ where, orderBy: [...OLDEST_FIRST], omit: { passwordHash: false } }),
    ctx.db.passkey.findMany({ where, orderBy: [...OLDEST_FIRST] }),
    ctx.db.twoFactor.findFirst({ where, select: { enabledAt: true } }),
    ctx.db.backupCode.count({ where }),
    ctx.db.trustedDevice.count({ where: { ...where, expiresAt: { gt: ctx.clock.now() } } }),
    user.bannedAt === null ? activeSessionsOf(ctx, { projectId, userId }) : [],
    newestMailsTo(ctx, projectId, user.email),
  ]);
  const credential = accounts.find(
    ({ providerId, passwordHash }) => providerId === CREDENTIAL && passwordHash !== null,
  );
  return {
    ...toOwnedUserWithMetadata(user),
    accounts: accounts.map(({ id, providerId, accountId, email, createdAt }) => ({
      id,
      provider: providerId,
      accountId,
      email,
      createdAt: createdAt.toISOString(),
    })),
    password: credential
      ? { setAt: credential.passwordSetAt?.toISOString() ?? null, mustReset: credential.mustResetPassword }
      : null,
    passkeys: passkeys.map(({ id, name, isBackedUp, createdAt, lastUsedAt }) => ({
      id,
      name,
      isBackedUp,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt?.toISOString() ?? null,
    })),
    twoFactor: factor?.enabledAt ? { enabledAt: factor.enabledAt.toISOString(), backupCodes } : null,
    trustedBrowsers,
    sessions,
    mails,
  };
}
