import { isOutdatedHash } from "@/lib/core/crypto/password";
import type { UserContext } from "../context";
import type { SessionUser } from "../session-user";

export const CREDENTIAL = "credential";

interface StoredPassword {
  /** Both are `null` for a user without a password. */
  accountId: string | null;
  passwordHash: string | null;
  passwordSetAt: Date | null;
  mustResetPassword: boolean;
}

export interface Credential extends StoredPassword {
  user: SessionUser;
}

interface Row extends SessionUser, StoredPassword {}

/** Returns the user of this address with their password's hash, or `null`; one statement reads both. */
export async function findCredential(ctx: UserContext, email: string): Promise<Credential | null> {
  const [row] = await ctx.db.$queryRaw<Row[]>`
    select u.id, u.name, u.email, u.email_verified as "emailVerified", u.image,
           u.two_factor_enabled as "twoFactorEnabled", u.banned_at as "bannedAt",
           u.created_at as "createdAt", u.updated_at as "updatedAt",
           a.id as "accountId", a.password_hash as "passwordHash", a.password_set_at as "passwordSetAt",
           coalesce(a.must_reset_password, false) as "mustResetPassword"
    from end_user u
    left join user_account a on a.user_id = u.id and a.provider_id = ${CREDENTIAL}
    where u.project_id = ${ctx.project.id} and u.email = ${email}`;
  if (!row) return null;
  const { accountId, passwordHash, passwordSetAt, mustResetPassword, ...user } = row;
  return { user, accountId, passwordHash, passwordSetAt, mustResetPassword };
}

export function freshPassword(ctx: UserContext, passwordHash: string) {
  return { passwordHash, passwordSetAt: ctx.clock.now(), mustResetPassword: false };
}

/** Hashes the password again with today's parameters, unless it was changed meanwhile or the queue is full. */
export async function rehashIfOutdated(ctx: UserContext, credential: Credential, password: string): Promise<void> {
  const { accountId, passwordHash } = credential;
  if (accountId === null || passwordHash === null || !isOutdatedHash(passwordHash)) return;
  if (!ctx.signIn.passwords.hasRoom(ctx.project)) return;
  const renewed = await ctx.signIn.passwords.hash(ctx.project, password);
  const where = { id: accountId, projectId: ctx.project.id, passwordHash };
  await ctx.db.account.updateMany({ where, data: { passwordHash: renewed } });
}
