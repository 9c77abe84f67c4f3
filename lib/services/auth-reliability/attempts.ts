import { Prisma } from "@/lib/core/db/generated/client";
import { AUTHORIZATION_CODE } from "@/lib/sign-in/events/kinds";

/** The answers of the service with a status of 5xx (lib/sign-in/events/refusals.ts). */
const OWN_FAILURES = ["internal_error", "service_busy"];

interface Period {
  since: Date;
  until: Date;
}

/**
 * Returns the query for the sign-ins, sign-ups and locks of all projects in a period. A provider that a project doesn't
 * have is `other`, since a callback names any provider that its sender likes, and one that a project added is
 * `openid-connect`, as its name is theirs. A code that is exchanged for a session of the app belongs to a sign-in that
 * is there already.
 */
export function attemptsOfAll({ since, until }: Period): Prisma.Sql {
  return Prisma.sql`
    select e.created_at, e.kind, e.duration_ms, e.reason,
      case when e.kind = 'account.lock' then 'locked' when e.outcome = 'accepted' then 'succeeded'
        when e.reason = any (${OWN_FAILURES}) then 'failed' else 'refused' end as outcome,
      coalesce(e.data ->> 'factor', case when p.issuer is null then p.provider else 'openid-connect' end, 'other')
        as method
    from security_event e
    left join project_provider p on p.project_id = e.project_id and p.provider = e.data ->> 'provider'
    where e.kind in ('session.sign_in', 'session.second_factor', 'user.sign_up', 'account.lock')
      and e.created_at > ${since} and e.created_at <= ${until}
      and (e.outcome = 'refused' or e.data ->> 'factor' is distinct from ${AUTHORIZATION_CODE})`;
}
