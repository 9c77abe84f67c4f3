import { Prisma } from "@/lib/core/db/generated/client";
import { AUTHORIZATION_CODE } from "../kinds";

interface Period {
  projectId: Prisma.Sql;
  since: Prisma.Sql;
  until: Prisma.Sql;
}

/**
 * Returns the query that counts the attempts of a project in a period by hour, outcome and method. A provider that the
 * project doesn't have is none, since a callback names any method that its sender likes. A code that is exchanged for a
 * session of the app belongs to a sign-in that was counted.
 */
export function attemptsOf({ projectId, since, until }: Period): Prisma.Sql {
  return Prisma.sql`
    select date_trunc('hour', e.created_at, 'UTC') as hour,
      case when e.outcome = 'refused' then 'refused' when e.kind = 'user.sign_up' then 'signed_up' else 'signed_in' end
        as outcome,
      coalesce(e.data ->> 'factor', p.provider, '') as method, count(*)::int as attempts
    from security_event e
    left join project_provider p on p.project_id = e.project_id and p.provider = e.data ->> 'provider'
    where e.project_id = ${projectId} and e.kind in ('session.sign_in', 'session.second_factor', 'user.sign_up')
      and e.created_at >= ${since} and e.created_at < ${until}
      and (e.outcome = 'refused' or e.data ->> 'factor' is distinct from ${AUTHORIZATION_CODE})
    group by 1, 2, 3`;
}
