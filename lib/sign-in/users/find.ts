import { readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import type { UserContext } from "../context";
import type { SessionUser } from "../session-user";

const FIELDS = Prisma.sql`
  u.id, u.name, u.email, u.email_verified as "emailVerified", u.image, u.two_factor_enabled as "twoFactorEnabled",
  u.public_metadata as "publicMetadata", u.banned_at as "bannedAt", u.created_at as "createdAt",
  u.updated_at as "updatedAt"`;

/** The context that a look-up of a project's user needs. */
type ProjectContext = Pick<UserContext, "db"> & { project: { id: string } };

/** Returns the project's user of this address, which the caller has lower-cased. */
export async function findUserByEmail(ctx: ProjectContext, email: string): Promise<SessionUser | null> {
  const where = Prisma.sql`where u.project_id = ${ctx.project.id} and u.email = ${email}`;
  return (await readRows<SessionUser>(ctx.db, Prisma.sql`select ${FIELDS} from end_user u ${where}`))[0] ?? null;
}

export async function findUserById(ctx: ProjectContext, id: string): Promise<SessionUser | null> {
  const where = Prisma.sql`where u.id = ${id} and u.project_id = ${ctx.project.id}`;
  return (await readRows<SessionUser>(ctx.db, Prisma.sql`select ${FIELDS} from end_user u ${where}`))[0] ?? null;
}

/** Returns the user of an account at a provider, with the issuer that the account is of. */
export async function findUserByAccount(
  ctx: ProjectContext,
  providerId: string,
  accountId: string,
): Promise<{ user: SessionUser; issuer: string | null } | null> {
  const [row] = await readRows<SessionUser & { issuer: string | null }>(
    ctx.db,
    Prisma.sql`
    select ${FIELDS}, a.issuer from user_account a join end_user u on u.id = a.user_id and u.project_id = a.project_id
    where a.project_id = ${ctx.project.id} and a.provider_id = ${providerId} and a.account_id = ${accountId}`,
  );
  if (!row) return null;
  const { issuer, ...user } = row;
  return { user, issuer };
}
