import { Prisma } from "@/lib/core/db/generated/client";
import { ServiceError } from "@/lib/core/errors";
import { requireDirectory, type ScimContext } from "../context";
import { readFilter } from "../filter/read-filter";
import { filterToSql } from "../filter/to-sql";
import { listOf, pageOf, type ScimQuery } from "../list-response";
import { Projection } from "../projection";
import { scimBaseUrl } from "../tokens/resource";
import { toScimGroup } from "./resource";
import { findMembers, findScimGroups, GROUP_COLUMNS } from "./rows";

/** A page with more members than this would be too large an answer. */
const MAX_MEMBERS_IN_PAGE = 50_000;

/** Returns a page of the connection's groups, oldest first. Throws `invalid_filter`, `too_many`. */
export async function listScimGroups(ctx: ScimContext, query: ScimQuery): Promise<object> {
  const { id } = requireDirectory(ctx, "read");
  const page = pageOf(query);
  const condition =
    query.filter === undefined ? Prisma.sql`true` : filterToSql(readFilter(query.filter), GROUP_COLUMNS);
  const { rows, totalResults } = await findScimGroups(ctx, id, condition, page);
  const projection = new Projection(query);
  const members = projection.wants("members") ? await membersOf(ctx, rows) : null;
  const resources = rows.map((row) => {
    const own = members && (members.get(row.id) ?? []);
    return projection.apply(toScimGroup(row, own, scimBaseUrl(ctx)));
  });
  return listOf(resources, { totalResults, startIndex: page.startIndex });
}

async function membersOf(ctx: ScimContext, rows: { id: string; memberCount: number }[]) {
  const count = rows.reduce((sum, { memberCount }) => sum + memberCount, 0);
  if (count > MAX_MEMBERS_IN_PAGE) {
    throw new ServiceError("too_many", "These groups have too many members. Ask with excludedAttributes=members.");
  }
  const members = await findMembers(
    ctx,
    rows.map(({ id }) => id),
  );
  return Map.groupBy(members, ({ groupId }) => groupId);
}
