import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { type Page, readPlace, writePlace } from "@/lib/core/db/cursor";
import { Prisma } from "@/lib/core/db/generated/client";
import { requireProject } from "../project-keys/authorise";
import type { ListUsersInput } from "./list-input";
import { type ListOrder, ordersOf } from "./list-order";
import { type OwnedUser, type OwnedUserRow, toOwnedUser } from "./owned-user";
import { READ_USERS } from "./user-address";

type Row = OwnedUserRow & { key: string; place: string };

/**
 * Returns a page of a project's users, newest first. Each list is a range of an index, so a page takes equally long in
 * a project of any size. Throws `project_not_found`, and `invalid_request` for a cursor of another list.
 */
export async function listUsersByOwner(
  ctx: Context,
  { projectId, before, ...input }: z.output<typeof ListUsersInput> & { projectId: string },
): Promise<Page<OwnedUser>> {
  await requireProject(ctx, projectId, READ_USERS);
  const { limit, ...filter } = input;
  const orders = ordersOf(projectId, input);
  const list = ["users", projectId, JSON.stringify(Object.entries(filter).sort())];
  const [first = "0", key = "", id = ""] = readPlace(ctx, list, before) ?? [];
  const found: { row: Row; order: number }[] = [];
  for (let i = Number(first); i < orders.length && found.length <= limit; i += 1) {
    const order = orders[i] as ListOrder;
    const after = before !== undefined && i === Number(first) ? { key, id } : null;
    const rows = await ctx.db.$queryRaw<Row[]>(selectUsers(order, after, limit + 1 - found.length));
    found.push(...rows.map((row) => ({ row, order: i })));
  }
  const shown = found.slice(0, limit);
  const last = found.length > limit ? shown.at(-1) : undefined;
  return {
    items: shown.map(({ row }) => toOwnedUser(row)),
    nextCursor: last ? writePlace(ctx, list, [String(last.order), last.row.key, last.row.place]) : null,
  };
}

/** Returns the statement that reads users in an order, from behind a place in it. */
export function selectUsers(
  { from, key, keyType, id, isAscending }: ListOrder,
  after: { key: string; id: string } | null,
  limit: number,
): Prisma.Sql {
  const direction = isAscending ? Prisma.sql`asc` : Prisma.sql`desc`;
  const beyond = isAscending ? Prisma.sql`>` : Prisma.sql`<`;
  const rest = after ? Prisma.sql`and (${key}, ${id}) ${beyond} (${after.key}::${keyType}, ${after.id})` : Prisma.empty;
  return Prisma.sql`
    select u.id, u.email, u.name, u.image, u.email_verified as "emailVerified", u.is_test_user as "isTestUser",
           u.two_factor_enabled as "twoFactorEnabled", u.banned_at as "bannedAt", u.banned_until as "bannedUntil", u.last_sign_in_at as "lastSignInAt",
           u.created_at as "createdAt", u.updated_at as "updatedAt", (${key})::text as key, ${id} as place
    from ${from} ${rest}
    order by ${key} ${direction}, ${id} ${direction} limit ${limit}`;
}
