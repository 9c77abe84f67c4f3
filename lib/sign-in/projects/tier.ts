import { organisationNotFound } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { PLAN_NAMES } from "@/lib/core/plans";

/** Returns the tier of a new project. The organisation's plan stays as it is until the transaction ends. */
export async function tierOfNewProject(tx: Context, organisationId: string): Promise<string> {
  const [organisation] = await tx.db.$queryRaw<{ plan: string }[]>`
    select plan from organisation where id = ${organisationId} for share`;
  if (!organisation) throw organisationNotFound();
  return organisation.plan;
}

/**
 * Gives each of the organisation's projects the higher of its plan and those that the project's own subscriptions pay
 * for. Runs in the transaction that changed one of them, which has locked the organisation.
 */
export async function setTiers(tx: Context, organisationId: string): Promise<void> {
  await tx.db.$executeRaw`
    with tiers as (
      select project.id, (array_agg(granted.plan order by array_position(${PLAN_NAMES}::text[], granted.plan) desc))[1] tier
      from project join organisation on organisation.id = project.organisation_id
      cross join lateral (
        select organisation.plan
        union select s.plan from billing_subscription s where s.project_id = project.id and s.is_granted
      ) granted
      where project.organisation_id = ${organisationId}
      group by project.id
    )
    update project set tier = tiers.tier from tiers
    where project.id = tiers.id and project.organisation_id = ${organisationId} and project.tier <> tiers.tier`;
}
