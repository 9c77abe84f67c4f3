import { Prisma } from "@/lib/core/db/generated/client";
import { requireDirectory, type ScimContext } from "../context";
import { readFilter } from "../filter/read-filter";
import { filterToSql } from "../filter/to-sql";
import { listOf, pageOf, type ScimQuery } from "../list-response";
import { Projection } from "../projection";
import { toResources } from "./internal";
import { findScimUsers, USER_COLUMNS } from "./rows";

/** Returns a page of the connection's users, oldest first. Throws `invalid_filter`. */
export async function listScimUsers(ctx: ScimContext, query: ScimQuery): Promise<object> {
  const { id } = requireDirectory(ctx, "read");
  const page = pageOf(query);
  const condition = query.filter === undefined ? Prisma.sql`true` : filterToSql(readFilter(query.filter), USER_COLUMNS);
  const { rows, totalResults } = await findScimUsers(ctx, id, condition, page);
  const projection = new Projection(query);
  const resources = (await toResources(ctx, rows)).map((resource) => projection.apply(resource));
  return listOf(resources, { totalResults, startIndex: page.startIndex });
}
