import type { Context } from "@/lib/core/context";
import { isPlan, type Plan, planLimits } from "@/lib/core/plans";
import type { RestorePointOrigin, Retention } from "./resource";

const DAY_MS = 86_400_000;

export async function retentionOf(ctx: Context, organisationId: string): Promise<Retention & { plan: Plan }> {
  const { plan } = await ctx.db.organisation.findUniqueOrThrow({
    where: { id: organisationId },
    select: { plan: true },
  });
  if (!isPlan(plan)) throw new TypeError("the organisation has no known plan");
  return { ...planLimits(plan).restorePoints, plan };
}

/** The origins whose restore points share one count: those of a schedule never push out those that undo a change. */
export const AUTOMATIC_ORIGINS = [
  ["schedule"],
  ["before-change", "before-restore"],
] as const satisfies RestorePointOrigin[][];

/** Returns the number of restore points of an origin that are kept of one database, the newest of them. */
export function countKept(retention: Retention, origin: RestorePointOrigin): number {
  if (origin === "manual") return retention.manual;
  return origin === "schedule" ? retention.scheduled : retention.safety;
}

/** A restore point that protects data that would be lost is kept for at least so long, however many follow it. */
export const PROTECTED_DAYS = 7;

/** Returns until when no newer restore point takes the place of a protected one. */
export function protectedUntil(expiresAt: Date | null, now: Date): Date {
  const least = new Date(now.getTime() + PROTECTED_DAYS * DAY_MS);
  return expiresAt !== null && expiresAt < least ? expiresAt : least;
}

/** Returns when an automatic restore point expires. */
export function expiryOf(retention: Retention, origin: RestorePointOrigin, now: Date): Date | null {
  return origin === "manual" ? null : new Date(now.getTime() + retention.days * DAY_MS);
}
