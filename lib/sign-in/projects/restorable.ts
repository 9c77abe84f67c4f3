import type { Context } from "@/lib/core/context";

export const RESTORABLE_DAYS = 30;
const DAY_MS = 86_400_000;

/** When a project counts as deleted that nobody may restore. */
export const LONG_AGO = new Date(0);

/** Returns the moment after which a project must have been deleted to be restored. */
export function restorableSince(ctx: Pick<Context, "clock">): Date {
  return new Date(ctx.clock.now().getTime() - RESTORABLE_DAYS * DAY_MS);
}

export function restorableUntil(deletedAt: Date): Date {
  return new Date(deletedAt.getTime() + RESTORABLE_DAYS * DAY_MS);
}

/** Leaves the deleted projects of an organisation that is deleted itself to the next purge. */
export async function discardDeletedProjects(tx: Context, organisationId: string): Promise<void> {
  await tx.db.project.updateMany({
    where: { organisationId, deletedAt: { not: null } },
    data: { organisationId: null, deletedAt: LONG_AGO },
  });
}
