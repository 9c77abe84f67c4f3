import type { Context } from "@/lib/core/context";
import type { Prisma } from "@/lib/core/db/generated/client";

/** The end of a run. */
export interface RunEnd {
  status: "succeeded" | "failed" | "cancelled";
  /** Why, where the statements do not say that. */
  message: string | null;
}

/** Ends a run that is in one of these states, and deletes its statements. Returns whether it was. */
export async function endRun(
  ctx: Context,
  run: { id: string; organisationId: string },
  during: readonly ("queued" | "running")[],
  { status, message, ...data }: RunEnd & Pick<Prisma.BackgroundRunUpdateManyMutationInput, RunFacts>,
): Promise<boolean> {
  const { count } = await ctx.db.backgroundRun.updateMany({
    where: { id: run.id, organisationId: run.organisationId, status: { in: [...during] } },
    data: { ...data, status, message, content: null, finishedAt: ctx.clock.now() },
  });
  return count > 0;
}

type RunFacts = "results" | "failureLine" | "failureColumn" | "cancelledById";
