import { organisationNotFound } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";

/** Returns the tier of a new project. The organisation's plan stays as it is until the transaction ends. */
export async function tierOfNewProject(tx: Context, organisationId: string): Promise<string> {
  const [organisation] = await tx.db.$queryRaw<{ plan: string }[]>`
    select plan from organisation where id = ${organisationId} for share`;
  if (!organisation) throw organisationNotFound();
  return organisation.plan;
}

/** Gives the organisation's projects the limits of its plan, in the transaction that changed it. */
export async function setTiers(tx: Context, organisationId: string): Promise<void> {
  await tx.db.$executeRaw`
    update project set tier = organisation.plan from organisation
    where organisation.id = ${organisationId} and project.organisation_id = organisation.id
      and project.tier <> organisation.plan`;
}
