import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { ServiceError } from "@/lib/core/errors";
import type { ScimContext } from "../context";
import type { FilterColumns } from "../filter/to-sql";

export interface ScimGroupRow {
  id: string;
  displayName: string;
  externalId: string | null;
  version: number;
  createdAt: Date;
  updatedAt: Date;
  memberCount: number;
}

export interface MemberRow {
  groupId: string;
  userId: string;
  name: string;
}

const SELECTED = Prisma.sql`
  select g.id, g.display_name as "displayName", g.external_id as "externalId", g.version, g.created_at as "createdAt",
         g.updated_at as "updatedAt",
         (select count(*)::int from scim_group_member m where m.group_id = g.id) as "memberCount"
  from scim_group g`;

export const GROUP_COLUMNS: FilterColumns = {
  id: { kind: "exact", sql: Prisma.sql`g.id` },
  externalid: { kind: "exact", sql: Prisma.sql`g.external_id` },
  displayname: { kind: "folded", sql: Prisma.sql`g.display_name` },
  members: { kind: "members", sql: Prisma.sql`g.id` },
  "members.value": { kind: "members", sql: Prisma.sql`g.id` },
  "meta.created": { kind: "moment", sql: Prisma.sql`g.created_at` },
  "meta.lastmodified": { kind: "moment", sql: Prisma.sql`g.updated_at` },
};

/** Throws `not_found` for a group that isn't the connection's. */
export async function getScimGroup(ctx: ScimContext, groupId: string, { lock = false } = {}): Promise<ScimGroupRow> {
  const where = Prisma.sql`where g.connection_id = ${ctx.connection.id} and g.id = ${groupId}`;
  const end = lock ? Prisma.sql`for no key update` : Prisma.empty;
  const [row] = await ctx.db.$queryRaw<ScimGroupRow[]>(Prisma.sql`${SELECTED} ${where} ${end}`);
  if (!row) throw new ServiceError("not_found", "Group not found.");
  return row;
}

/** Returns a page of groups, oldest first, and how many there are. */
export async function findScimGroups(
  ctx: Context,
  connectionId: string,
  condition: Prisma.Sql,
  { startIndex, count }: { startIndex: number; count: number },
): Promise<{ rows: ScimGroupRow[]; totalResults: number }> {
  const where = Prisma.sql`where g.connection_id = ${connectionId} and ${condition}`;
  const [total] = await ctx.db.$queryRaw<{ count: bigint }[]>(Prisma.sql`select count(*) from scim_group g ${where}`);
  const totalResults = Number(total?.count ?? 0);
  if (count === 0 || startIndex > totalResults) return { rows: [], totalResults };
  const page = Prisma.sql`order by g.created_at, g.id limit ${count} offset ${startIndex - 1}`;
  return { rows: await ctx.db.$queryRaw<ScimGroupRow[]>(Prisma.sql`${SELECTED} ${where} ${page}`), totalResults };
}

export function findMembers(ctx: Context, groupIds: string[]): Promise<MemberRow[]> {
  if (groupIds.length === 0) return Promise.resolve([]);
  return ctx.db.$queryRaw<MemberRow[]>(Prisma.sql`
    select m.group_id as "groupId", m.user_id as "userId", coalesce(nullif(u.name, ''), u.email) as name
    from scim_group_member m join end_user u on u.id = m.user_id
    where m.group_id = any (${groupIds}::text[])
    order by m.group_id, m.user_id`);
}
