import type { Context } from "@/lib/core/context";
import type { HostSession } from "@/lib/core/ports/database-host";
import { deletePointWithSession } from "./delete";
import type { RestorePointOrigin } from "./resource";
import { AUTOMATIC_ORIGINS, countKept, retentionOf } from "./retention";

interface Subject {
  organisationId: string;
  databaseId: string;
  hostId: string;
  origin: RestorePointOrigin;
}

/**
 * Deletes the oldest restore points beyond the plan's number after one of this origin was made, under the same lock,
 * which the caller holds. A point that can't be deleted is left for the sweep.
 */
export async function deleteSurplus(ctx: Context, session: HostSession, subject: Subject): Promise<void> {
  const { organisationId, databaseId, hostId } = subject;
  try {
    for (const restorePointId of await findSurplus(ctx, subject)) {
      await deletePointWithSession(ctx, session, { organisationId, databaseId, hostId, restorePointId }, "surplus");
    }
  } catch (error) {
    ctx.log.warn({ err: error, databaseId }, "surplus restore points could not be deleted yet");
  }
}

/** Returns the ids of automatic restore points beyond the plan's number, oldest first. Protected ones do not count. */
export async function findSurplus(ctx: Context, subject: Omit<Subject, "hostId">): Promise<string[]> {
  return (await findBeyond(ctx, subject, 0)).map(({ id }) => id);
}

/** Returns the restore point that goes when one more of this origin is made that is not protected, or `null`. */
export async function findNextSurplus(
  ctx: Context,
  subject: Omit<Subject, "hostId">,
): Promise<{ name: string; createdAt: Date } | null> {
  return (await findBeyond(ctx, subject, 1)).at(-1) ?? null;
}

/** Returns the restore points beyond the plan's number after `added` more, oldest first. */
async function findBeyond(
  ctx: Context,
  { organisationId, databaseId, origin }: Omit<Subject, "hostId">,
  added: number,
) {
  const group = AUTOMATIC_ORIGINS.find((origins) => origins.some((one) => one === origin));
  if (!group) return [];
  const points = await ctx.db.restorePoint.findMany({
    where: {
      databaseId,
      status: "ready",
      origin: { in: [...group] },
      OR: [{ keptUntil: null }, { keptUntil: { lte: ctx.clock.now() } }],
    },
    orderBy: [{ createdAt: "desc" }, { id: "asc" }],
    skip: Math.max(0, countKept(await retentionOf(ctx, organisationId), origin) - added),
    select: { id: true, name: true, createdAt: true },
  });
  return points.reverse();
}
