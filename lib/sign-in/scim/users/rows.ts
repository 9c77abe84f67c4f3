import type { Context } from "@/lib/core/context";
import { readRows } from "@/lib/core/db/client";
import { Prisma } from "@/lib/core/db/generated/client";
import type { FilterColumns } from "../filter/to-sql";
import type { Document } from "../schema/read-document";

/** A user of a connection, with the project's data on them. */
export interface ScimUserRow {
  userId: string;
  userName: string;
  externalId: string | null;
  isActive: boolean;
  attributes: Document;
  createdAt: Date;
  updatedAt: Date;
  email: string;
  name: string;
  image: string | null;
  bannedAt: Date | null;
  bannedUntil: Date | null;
  deactivatedBy: string | null;
}

export interface GroupOfUser {
  userId: string;
  groupId: string;
  displayName: string;
}

const SELECTED = Prisma.sql`
  select s.user_id as "userId", s.user_name as "userName", s.external_id as "externalId", s.is_active as "isActive",
         s.attributes, s.created_at as "createdAt", s.updated_at as "updatedAt", u.email, u.name, u.image,
         u.banned_at as "bannedAt", u.banned_until as "bannedUntil", u.deactivated_by as "deactivatedBy"
  from scim_user s join end_user u on u.id = s.user_id`;

export const USER_COLUMNS: FilterColumns = {
  id: { kind: "exact", sql: Prisma.sql`s.user_id` },
  externalid: { kind: "exact", sql: Prisma.sql`s.external_id` },
  username: { kind: "folded", sql: Prisma.sql`s.user_name` },
  displayname: { kind: "folded", sql: Prisma.sql`(s.attributes->>'displayName')` },
  "name.givenname": { kind: "folded", sql: Prisma.sql`(s.attributes->'name'->>'givenName')` },
  "name.familyname": { kind: "folded", sql: Prisma.sql`(s.attributes->'name'->>'familyName')` },
  active: { kind: "boolean", sql: Prisma.sql`(s.is_active and u.banned_at is null)` },
  // The user's one address is known as the primary one for work.
  emails: { kind: "address", sql: Prisma.sql`u.email` },
  "emails.value": { kind: "address", sql: Prisma.sql`u.email` },
  "emails.type": { kind: "folded", sql: Prisma.sql`'work'` },
  "emails.primary": { kind: "boolean", sql: Prisma.sql`true` },
  "meta.created": { kind: "moment", sql: Prisma.sql`s.created_at` },
  "meta.lastmodified": { kind: "moment", sql: Prisma.sql`s.updated_at` },
};

export async function findScimUser(ctx: Context, connectionId: string, userId: string): Promise<ScimUserRow | null> {
  const where = Prisma.sql`where s.connection_id = ${connectionId} and s.user_id = ${userId}`;
  return (await readRows<ScimUserRow>(ctx.db, Prisma.sql`${SELECTED} ${where}`))[0] ?? null;
}

/** Returns the user with the row locked until the transaction ends, so that concurrent changes take turns. */
export async function lockScimUser(tx: Context, connectionId: string, userId: string): Promise<ScimUserRow | null> {
  const where = Prisma.sql`where s.connection_id = ${connectionId} and s.user_id = ${userId} for no key update`;
  return (await tx.db.$queryRaw<ScimUserRow[]>(Prisma.sql`${SELECTED} ${where}`))[0] ?? null;
}

/** Returns a page of users, oldest first, and how many there are. */
export async function findScimUsers(
  ctx: Context,
  connectionId: string,
  condition: Prisma.Sql,
  { startIndex, count }: { startIndex: number; count: number },
): Promise<{ rows: ScimUserRow[]; totalResults: number }> {
  const where = Prisma.sql`where s.connection_id = ${connectionId} and ${condition}`;
  const counted = Prisma.sql`select count(*)::int from scim_user s join end_user u on u.id = s.user_id ${where}`;
  const page = Prisma.sql`order by s.created_at, s.user_id limit ${count} offset ${startIndex - 1}`;
  const found = await ctx.db.$queryRaw<(ScimUserRow & { total: number })[]>(
    Prisma.sql`select p.*, (${counted}) as total from (${SELECTED} ${where} ${page}) p`,
  );
  const rows = found.map(({ total: _, ...row }) => row);
  if (found[0] || (startIndex === 1 && count > 0)) return { rows, totalResults: found[0]?.total ?? 0 };
  const [none] = await ctx.db.$queryRaw<{ count: number }[]>(counted);
  return { rows, totalResults: none?.count ?? 0 };
}

export function findGroupsOfUsers(ctx: Context, connectionId: string, userIds: string[]): Promise<GroupOfUser[]> {
  if (userIds.length === 0) return Promise.resolve([]);
  return readRows<GroupOfUser>(
    ctx.db,
    Prisma.sql`
    select m.user_id as "userId", g.id as "groupId", g.display_name as "displayName"
    from scim_group_member m join scim_group g on g.id = m.group_id
    where m.connection_id = ${connectionId} and m.user_id = any (${userIds}::text[])
    order by g.created_at, g.id`,
  );
}
