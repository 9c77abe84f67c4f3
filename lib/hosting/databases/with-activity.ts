import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { findPeople } from "@/lib/people/members/find-people";
import type { DatabaseWithOrigin, ListedDatabase } from "./resource";

interface Activity {
  id: string;
  sizeBytes: bigint | null;
  connections: number | null;
  lastActiveAt: Date | null;
  /** The member who created it, or the member of the key that did. */
  creator: string | null;
}

/** Adds to databases of an organisation their use, and their creators. */
export async function withActivity(
  ctx: Context,
  organisationId: string,
  databases: readonly DatabaseWithOrigin[],
): Promise<ListedDatabase[]> {
  if (databases.length === 0) return [];
  const ids = databases.map(({ id }) => id);
  const rows = await ctx.db.$queryRaw<Activity[]>(Prisma.sql`
    select d.id, last.size_bytes as "sizeBytes", last.connections, d.last_active_at as "lastActiveAt",
      coalesce(k.member_id, d.created_by_id) as creator
    from database d
    left join lateral (
      select size_bytes, connections from database_sample s where s.database_id = d.id order by s.at desc limit 1
    ) last on true
    left join management_key k on k.id = d.created_by_id and k.organisation_id = d.organisation_id
    where d.id = any(${ids}) and d.organisation_id = ${organisationId}`);
  const people = await findPeople(
    ctx,
    rows.flatMap(({ creator }) => (creator === null ? [] : [creator])),
  );
  const known = new Map(rows.map((row) => [row.id, row]));
  return databases.map((database) => {
    const { sizeBytes = null, connections = null, lastActiveAt, creator } = known.get(database.id) ?? {};
    return {
      ...database,
      sizeBytes: sizeBytes === null ? null : Number(sizeBytes),
      connections,
      lastActiveAt: lastActiveAt?.toISOString() ?? null,
      createdBy: people.get(creator ?? "") ?? null,
    };
  });
}
