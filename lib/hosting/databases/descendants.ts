import type { Context } from "@/lib/core/context";

/** So many branches are read at most for one page, however many a database has. */
const MOST = 200;

export interface Descendants {
  /** Ids, those nearest to their root first. */
  ids: string[];
  /** There are more than are listed. */
  isCut: boolean;
}

/**
 * What was branched off some databases of an organisation, and off that, as far as one page holds. Each is asked for its
 * own by the index: a join is planned as a look at every database there is.
 */
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
