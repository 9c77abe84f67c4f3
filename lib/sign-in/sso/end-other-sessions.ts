import type { Context } from "@/lib/core/context";
import type { ConnectionAddress } from "./connections/address";

/**
 * Ends the sessions and begun sign-ins of people who must sign in by the connection and did otherwise, and returns how
 * many sessions there were. Does nothing for a connection that
 * is off or isn't required, and for an organisation's: its members' accounts aren't the organisation's.
 */
export async function endOtherSessions(
  { db }: Pick<Context, "db">,
  { projectId, connectionId }: ConnectionAddress,
): Promise<number> {
  const [counted] = await db.$queryRaw<{ ended: number }[]>`
    with people as (
      select u.id from sso_connection c
      join sso_domain d on d.connection_id = c.id and d.verified_at is not null
      join end_user u on u.project_id = c.project_id and lower(substring(u.email from '[^@]*$')) = d.domain
      where c.id = ${connectionId} and c.project_id = ${projectId} and c.is_enabled and c.is_required and c.organisation_id is null
    ), begun as (
      delete from flow where project_id = ${projectId} and user_id in (select id from people) and kind = 'two-factor'
        and data ->> 'factor' is distinct from ${connectionId}
    ), ended as (
      delete from user_session where project_id = ${projectId} and user_id in (select id from people)
        and not ${connectionId} = any (factors)
      returning 1
    )
    select count(*)::int as ended from ended`;
  return counted?.ended ?? 0;
}
