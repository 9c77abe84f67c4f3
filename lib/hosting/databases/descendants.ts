import type { Context } from "@/lib/core/context";

/** The most branches that are read for one page, however many a database has. */
const MOST = 200;

export interface Descendants {
  /** The ids, those nearest to their root first. */
  ids: string[];
  /** Whether there are more than are listed. */
  isCut: boolean;
}

/** Returns the branches of databases level by level: Postgres would plan a join as a scan of every database. */
export async function findDescendants(
  ctx: Context,
  organisationId: string,
  rootIds: readonly string[],
): Promise<Descendants> {
  const rows = await ctx.db.$queryRaw<{ id: string }[]>`
    with recursive descendant as (
      select id from database
      where organisation_id = ${organisationId} and status <> 'deleting' and parent_database_id = any(${[...rootIds]})
      union all
      select child.id from descendant cross join lateral (
        select id from database
        where parent_database_id = descendant.id and organisation_id = ${organisationId} and status <> 'deleting'
        limit ${MOST + 1}
      ) child
    )
    select id from descendant limit ${MOST + 1}`;
  return { ids: rows.slice(0, MOST).map(({ id }) => id), isCut: rows.length > MOST };
}
