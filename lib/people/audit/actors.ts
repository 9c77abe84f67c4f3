import type { Context } from "@/lib/core/context";
import { addressPartInOneForm } from "@/lib/core/email-address";
import { DASHBOARD } from "@/lib/people/accounts/dashboard-project";
import { findPeople } from "@/lib/people/members/find-people";
import type { Person } from "@/lib/people/members/resource";

/** Returns who actors are: as the account of a member says today, else by the address that the log has. */
export async function findActors(
  ctx: Context,
  organisationId: string,
  actorIds: readonly string[],
): Promise<ReadonlyMap<string, Person>> {
  const ids = [...new Set(actorIds)];
  const [members, accounts] = await Promise.all([
    findPeople(ctx, ids),
    ctx.db.user.findMany({
      where: { id: { in: ids }, project: { builtInAs: DASHBOARD } },
      select: { id: true, name: true, email: true },
    }),
  ]);
  const known = new Map([...members, ...accounts.map(({ id, name, email }) => [id, { name, email }] as const)]);
  const left = ids.filter((id) => !known.has(id));
  const former = left.length > 0 ? await findLogged(ctx, organisationId, { ids: left, email: "" }) : [];
  return new Map([...former.map(({ id, email }) => [id, { name: "", email }] as const), ...known]);
}

/** A condition that a text has this part, in upper or lower case; the characters that LIKE gives a meaning are taken literally. */
export function containing(part: string) {
  return { contains: part.replace(/[\\%_]/g, "\\$&"), mode: "insensitive" as const };
}

/** Returns the ids under which people act or acted in the organisation, by a part of their address or name. */
export async function findActorIds(ctx: Context, organisationId: string, part: string): Promise<string[]> {
  const email = addressPartInOneForm(part);
  const select = { id: true };
  const named = { OR: [{ email: containing(email) }, { name: containing(part) }] };
  const found = await Promise.all([
    ctx.db.member.findMany({ where: { organisationId, user: named }, select }),
    ctx.db.user.findMany({ where: { email, project: { builtInAs: DASHBOARD } }, select }),
    findLogged(ctx, organisationId, { ids: [], email }),
  ]);
  return found.flat().map(({ id }) => id);
}

/** Returns members, also former ones, by their id or by a part of the address that they had when they joined or left. */
function findLogged(
  ctx: Context,
  organisationId: string,
  { ids, email }: { ids: readonly string[]; email: string },
): Promise<{ id: string; email: string }[]> {
  return ctx.db.$queryRaw`
    select m.id, m.email from (
      select case action when 'invitation.accept' then data->>'memberId' else target_id end as id, data->>'email' as email
      from audit_event
      where organisation_id = ${organisationId} and action in ('member.add', 'member.remove', 'invitation.accept')
      union all
      select e.data->>'owner', u.email from audit_event e join end_user u on u.id = e.actor_id
      where e.organisation_id = ${organisationId} and e.action = 'organisation.create'
    ) m where (m.id = any(${[...ids]}) and m.email is not null) or (m.id is not null and ${email} <> '' and position(${email} in lower(m.email)) > 0)`;
}
