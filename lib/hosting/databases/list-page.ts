import { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { Prisma } from "@/lib/core/db/generated/client";
import { findDescendants } from "./descendants";
import { MAX_NAME_LENGTH } from "./name";
import { ORIGIN_COLUMNS, toDatabaseWithOrigin } from "./origin";
import type { DatabaseWithOrigin } from "./resource";

export const DatabasePageInput = z.object({
  /** A part of a name, in either case; without it, branches are listed with the database they were taken from. */
  search: z.string().trim().max(MAX_NAME_LENGTH).default(""),
  /** The cursor `nextCursor` of the previous page. */
  before: z.string().max(500).optional(),
  limit: z.int().min(1).max(100).default(50),
});

export interface DatabasePage extends Page<DatabaseWithOrigin> {
  /** Whether databases of the page have more branches than are listed. */
  isCut: boolean;
}

/**
 * Returns a page of an organisation's databases, newest first: `limit` that are no branch or whose parent is gone, and
 * their branches; with a search, those that match. Throws `invalid_request` for a cursor of another list.
 */
export async function listDatabasePage(
  ctx: Context,
  { search, before, limit }: z.output<typeof DatabasePageInput>,
): Promise<DatabasePage> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const list = ["databases", organisationId, search];
  const position = readCursor(ctx, list, before);
  const find = (where: Prisma.DatabaseWhereInput, take?: number) =>
    ctx.db.database.findMany({
      where: { AND: [{ organisationId, ...VISIBLE }, where] },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: ORIGIN_COLUMNS,
      ...(take && { take }),
    });
  if (search !== "") {
    const rows = await find({ AND: [afterCursor(position), { name: contains(search) }] }, limit + 1);
    return { ...pageOf(ctx, list, rows, limit, toDatabaseWithOrigin), isCut: false };
  }
  const roots = await find({ id: { in: await findRoots(ctx, organisationId, position, limit + 1) } });
  const page = pageOf(ctx, list, roots, limit, toDatabaseWithOrigin);
  const { ids, isCut } = await findDescendants(
    ctx,
    organisationId,
    page.items.map(({ id }) => id),
  );
  const branches = ids.length === 0 ? [] : await find({ id: { in: ids } });
  return { items: [...page.items, ...branches.map(toDatabaseWithOrigin)], nextCursor: page.nextCursor, isCut };
}

/** Returns the condition that a name contains the text, in which `%` and `_` are no wildcards. */
function contains(text: string) {
  return { contains: text.replaceAll(/[\\%_]/g, "\\$&"), mode: "insensitive" } as const;
}

async function findRoots(
  ctx: Context,
  organisationId: string,
  position: { createdAt: Date; id: string } | null,
  limit: number,
): Promise<string[]> {
  const after =
    position === null
      ? Prisma.empty
      : Prisma.sql`and (item.created_at, item.id) < (${position.createdAt}::timestamptz, ${position.id})`;
  // Postgres would plan "is null or not exists" as a scan of every database.
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    select item.id from database item
    left join database parent on parent.id = item.parent_database_id
      and parent.organisation_id = ${organisationId} and parent.status <> 'deleting'
    where item.organisation_id = ${organisationId} and item.status <> 'deleting' and parent.id is null ${after}
    order by item.created_at desc, item.id desc
    limit ${limit}`;
  return rows.map(({ id }) => id);
}
