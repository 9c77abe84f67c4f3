import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { createId } from "@/lib/core/ids";
import { addReconcileJob } from "@/lib/core/queue/add";

export type OperationKind =
  | "create"
  | "branch"
  | "rotate"
  | "delete"
  | "close"
  | "bring-back"
  | "restore-point"
  | "restore"
  | "delete-restore-point"
  | "move"
  | "clear";

interface OperationSubject {
  kind: OperationKind;
  organisationId: string;
  databaseId: string;
  hostId: string;
  restorePointId?: string;
  targetHostId?: string;
}

/**
 * Filters to the running operations that keep a database from being used or deleted. A `clear` removes the remains of a
 * move from a host without the database.
 */
export const OF_DATABASE = { status: "running", kind: { not: "clear" } } as const;

/** Records an operation in the transaction of the intention, before anything is done on the host. Returns its id. */
export async function beginOperation(ctx: Context, subject: OperationSubject): Promise<string> {
  const id = createId("operation", ctx.random);
  await ctx.db.operation.create({
    data: { ...subject, id, idempotencyRecordId: ctx.idempotencyRecordId, createdAt: ctx.clock.now() },
  });
  return id;
}

export async function finishOperation(ctx: Context, id: string, result?: Prisma.InputJsonObject): Promise<void> {
  await ctx.db.operation.update({
    where: { id },
    data: { status: "done", step: "done", finishedAt: ctx.clock.now(), ...(result ? { result } : {}) },
  });
}

/** Marks an operation as failed and frees its Idempotency-Key, so that a retry starts anew. */
export async function failOperation(ctx: Context, id: string, failureReason: string): Promise<void> {
  await ctx.db.operation.update({
    where: { id },
    data: { status: "failed", failureReason, finishedAt: ctx.clock.now(), idempotencyRecordId: null },
  });
}

/** A step of an operation, named after the state it leaves. It is safe to run again. */
export interface Step {
  leaves: string;
  run(): Promise<unknown>;
}

/** The time after which the reconciler looks at an operation that could not be finished. */
export const SETTLE_AFTER_SECONDS = 5;

/** Runs the steps in order. The reconciler settles a failure. A step begins while the one before is noted. */
export async function runSteps(
  ctx: Context,
  operation: { id: string; kind: OperationKind },
  steps: Step[],
): Promise<void> {
  ctx.crashPoint(`${operation.kind}.journalled`);
  let noted: Promise<unknown> = Promise.resolve();
  try {
    for (const step of steps) {
      await step.run();
      ctx.crashPoint(`${operation.kind}.${step.leaves}`);
      await noted;
      // The caller writes the final state next.
      if (step === steps.at(-1)) return;
      noted = noteStep(ctx, operation.id, step.leaves);
      // The promise is awaited above, unless a step fails first.
      noted.catch(() => undefined);
    }
  } catch (error) {
    await addReconcileJob(ctx, SETTLE_AFTER_SECONDS);
    throw error;
  }
}

/** Notes a step without a flush of its own, for which the host's flushes would wait where both share a disk. */
async function noteStep(ctx: Context, id: string, step: string): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    WITH unflushed AS (SELECT set_config('synchronous_commit', 'off', true))
    UPDATE operation SET step = ${step} FROM unflushed WHERE id = ${id}`);
}
