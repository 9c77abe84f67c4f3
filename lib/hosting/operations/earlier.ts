import { VISIBLE } from "@/lib/core/access/databases";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";

/**
 * Returns the operation that a request with the same Idempotency-Key began before its process ended, so that a retry
 * returns its result. Throws `idempotency_in_flight` while a branch or rotation is not settled.
 */
export async function findEarlierOperation(ctx: Context) {
  if (ctx.idempotencyRecordId === null) return null;
  const operation = await ctx.db.operation.findUnique({ where: { idempotencyRecordId: ctx.idempotencyRecordId } });
  if (operation?.status === "running" && operation.kind !== "create") {
    throw new ServiceError("idempotency_in_flight", "A request with this Idempotency-Key is still running.", {
      retryAfterSeconds: 5,
    });
  }
  if (operation && !(await isVisible(ctx, operation.databaseId))) {
    // The result was deleted since: the key is free for a new attempt.
    await ctx.db.operation.update({ where: { id: operation.id }, data: { idempotencyRecordId: null } });
    return null;
  }
  return operation;
}

async function isVisible(ctx: Context, databaseId: string): Promise<boolean> {
  return (await ctx.db.database.count({ where: { id: databaseId, ...VISIBLE } })) === 1;
}
