import { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { Context } from "@/lib/core/context";
import { afterCursor, type Page, pageOf, readCursor } from "@/lib/core/db/cursor";
import { Prisma } from "@/lib/core/db/generated/client";
import { findDescendants } from "./descendants";
import { MAX_NAME_LENGTH } from "./name";
import { ORIGIN_COLUMNS, toDatabaseWithOrigin } from "./origin";
import type { ListedDatabase } from "./resource";
import { withActivity } from "./with-activity";

const LARGE_BYTES = 1_000_000_000;

export const DATABASE_FILTERS = ["mine", "branches", "large"] as const;

export const DatabasePageInput = z.object({
  /** A part of a name, in either case; without it, branches are listed with the database they were taken from. */
  search: z.string().trim().max(MAX_NAME_LENGTH).default(""),
  /** Without it every database: those the member created, also by a key; branches alone; those over 1 GB. */
  filter: z.enum(DATABASE_FILTERS).optional(),
  /** The cursor `nextCursor` of the previous page. */
  before: z.string().max(500).optional(),
  limit: z.int().min(1).max(100).default(50),
});

export interface DatabasePage extends Page<ListedDatabase> {
  /** Whether databases of the page have more branches than are listed. */
  isCut: boolean;
}

/**
 * Returns a page of an organisation's databases, newest first: `limit` that are no branch or whose parent is gone, and
 * their branches; with a search or a filter, those that match. Throws `invalid_request` for a cursor of another list.
 */
export async function listDatabasePage(
  ctx: Context,
  { search, filter, before, limit }: z.output<typeof DatabasePageInput>,
): Promise<DatabasePage> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const list = ["databases", organisationId, search, filter ?? ""];
  const position = readCursor(ctx, list, before);
  const find = (where: Prisma.DatabaseWhereInput, take?: number) =>
    ctx.db.database.findMany({
      where: { AND: [{ organisationId, ...VISIBLE }, where] },
      orderBy: [{ createdAt: "desc" }, { id: "desc" }],
      select: ORIGIN_COLUMNS,
      ...(take && { take }),
    });
  if (search !== "" || filter) {
    const conditions = [
      search === "" ? {} : { name: contains(search) },
      await conditionOf(ctx, organisationId, filter),
    ];
    const rows = await find({ AND: [afterCursor(position), ...conditions] }, limit + 1);
    const { items, nextCursor } = pageOf(ctx, list, rows, limit, toDatabaseWithOrigin);
    return { items: await withActivity(ctx, organisationId, items), nextCursor, isCut: false };
  }
  const roots = await find({ id: { in: await findRoots(ctx, organisationId, position, limit + 1) } });
  const page = pageOf(ctx, list, roots, limit, toDatabaseWithOrigin);
  const { ids, isCut } = await findDescendants(
    ctx,
    organisationId,
    page.items.map(({ id }) => id),
  );
  const branches = ids.length === 0 ? [] : await find({ id: { in: ids } });
  const items = [...page.items, ...branches.map(toDatabaseWithOrigin)];
  return { items: await withActivity(ctx, organisationId, items), nextCursor: page.nextCursor, isCut };
}

async function conditionOf(
  ctx: Context,
  organisationId: string,
  filter: (typeof DATABASE_FILTERS)[number] | undefined,
): Promise<Prisma.DatabaseWhereInput> {
  if (filter === "branches") return { parentDatabaseId: { not: null } };
  if (filter === "mine") {
    const keys = await ctx.db.managementKey.findMany({
      where: { organisationId, memberId: ctx.actor.id },
      select: { id: true },
    });
    return { createdById: { in: [ctx.actor.id, ...keys.map(({ id }) => id)] } };
  }
  if (filter !== "large") return {};
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    select d.id from database d cross join lateral (
      select size_bytes from database_sample s where s.database_id = d.id order by s.at desc limit 1
    ) last where d.organisation_id = ${organisationId} and last.size_bytes > ${LARGE_BYTES}`;
  return { id: { in: rows.map(({ id }) => id) } };
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
