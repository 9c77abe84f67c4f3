import { createHash } from "node:crypto";
import { isOutdatedHash } from "@/lib/core/crypto/password";
import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import type { UserContext } from "../context";
import { SignInError } from "../errors";
import type { SessionUser } from "../session-user";

export const CREDENTIAL = "credential";

/** Longer passwords are refused before they are hashed, regardless of the project's settings. */
const MAX_PASSWORD_BYTES = 4_096;

/** Throws `PASSWORD_TOO_LONG` for a password that no account can have, before it is hashed. */
export function requireHashable(password: string): void {
  if (Buffer.byteLength(password) > MAX_PASSWORD_BYTES) throw new SignInError("PASSWORD_TOO_LONG");
}

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
type NoRow = Record<keyof Row, null>;

/** Returns the user of this address with their password's hash, or `null`; one statement reads both. */
export async function findCredential(ctx: UserContext, email: string): Promise<Credential | null> {
  const [row] = await ctx.db.$queryRaw<Row[]>(selectCredential(ctx, email));
  return row ? toCredential(row) : null;
}

interface CredentialOrDecoy {
  credential: Credential | null;
  /** Somebody else's hash in the project stands in for the missing one; the same address has the same one. */
  decoyHash: string | null;
}

/** Returns the credential of `findCredential`, and a hash to compare the password with where there is none. */
export async function findCredentialOrDecoy(ctx: UserContext, email: string): Promise<CredentialOrDecoy> {
  const hashes = Prisma.sql`
    select password_hash from user_account
    where project_id = ${ctx.project.id} and provider_id = ${CREDENTIAL} and password_hash is not null`;
  const [row] = await ctx.db.$queryRaw<[(Row | NoRow) & { decoyHash: string | null }]>`
    select found.*, coalesce(
      (${hashes} and account_id >= ${decoyPlace(ctx, email)} order by account_id limit 1),
      (${hashes} order by account_id limit 1)) as "decoyHash"
    from (select) always left join (${selectCredential(ctx, email)}) found on true`;
  const { decoyHash, ...found } = row;
  return { credential: found.id === null ? null : toCredential(found), decoyHash };
}

/** Returns a place among the project's accounts, whose ids are random, that only the service can tell beforehand. */
function decoyPlace(ctx: UserContext, email: string): string {
  const seed = ctx.sealer.mac(`${ctx.project.id}:${email}`, "decoy-hash");
  return createId("user", {
    bytes: (length) => createHash("shake256", { outputLength: length }).update(seed).digest(),
  });
}

const selectCredential = (ctx: UserContext, email: string): Prisma.Sql => Prisma.sql`
    select u.id, u.name, u.email, u.email_verified as "emailVerified", u.image,
           u.two_factor_enabled as "twoFactorEnabled", u.banned_at as "bannedAt",
           u.public_metadata as "publicMetadata", u.created_at as "createdAt", u.updated_at as "updatedAt",
           a.id as "accountId", a.password_hash as "passwordHash", a.password_set_at as "passwordSetAt",
           coalesce(a.must_reset_password, false) as "mustResetPassword"
    from end_user u
    left join user_account a on a.user_id = u.id and a.provider_id = ${CREDENTIAL}
    where u.project_id = ${ctx.project.id} and u.email = ${email}`;

function toCredential({ accountId, passwordHash, passwordSetAt, mustResetPassword, ...user }: Row): Credential {
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
