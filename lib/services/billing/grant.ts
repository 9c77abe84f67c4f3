import type { Context } from "@/lib/core/context";
import { highestPlan, isPlan, type Plan } from "@/lib/core/plans";
import { addGuardExchangeJob } from "@/lib/core/queue/add";
import { setTiers } from "@/lib/sign-in/projects/tier";
import type { Subject } from "./find-subject";

/** A payment that failed is tried again for some days, in which nothing is taken away. */
const GRACE_DAYS = 7;
const DAY_MS = 86_400_000;

/** Returns until when a subscription that is past due still pays for its plan. */
export function graceUntil(pastDueSince: Date): Date {
  return new Date(pastDueSince.getTime() + GRACE_DAYS * DAY_MS);
}

/** Returns the moment before which a subscription must have become past due for its grace to be over. */
export function graceEndsFor(now: Date): Date {
  return new Date(now.getTime() - GRACE_DAYS * DAY_MS);
}

/** Returns whether a subscription pays for its plan at the moment. */
export function isGranting(status: string, pastDueSince: Date | null, now: Date): boolean {
  if (status === "past_due") return pastDueSince !== null && graceUntil(pastDueSince) > now;
  return status === "active" || status === "trialing";
}

/** Returns the organisation's row, locked so that nothing is counted against its old plan meanwhile; `null` without one. */
export async function lockOrganisation(tx: Context, organisationId: string): Promise<{ plan: string } | null> {
  const [row] = await tx.db.$queryRaw<{ plan: string }[]>`
    select plan from organisation where id = ${organisationId} for no key update`;
  return row ?? null;
}

/**
 * Sets the things that the subscriptions of an organisation pay for: its plan, where one of the organisation itself has
 * changed, and the tiers of its projects. Returns the plan that holds now. The caller holds the lock of the
 * organisation.
 */
export async function grantPlans(tx: Context, { organisationId, projectId }: Subject): Promise<Plan> {
  const granted = await tx.db.billingSubscription.findMany({
    where: { organisationId, projectId, isGranted: true },
    select: { plan: true },
  });
  const plan = highestPlan(granted.map((row) => row.plan).filter(isPlan));
  if (projectId === null) await tx.db.organisation.update({ where: { id: organisationId }, data: { plan } });
  await setTiers(tx, organisationId);
  await addGuardExchangeJob(tx);
  if (projectId === null) return plan;
  const project = await tx.db.project.findUniqueOrThrow({ where: { id: projectId }, select: { tier: true } });
  return isPlan(project.tier) ? project.tier : plan;
}
