import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { retentionOf } from "./retention";

/** Throws `limit_reached` when the plan allows no more named restore points. The caller holds the host's lock. */
export async function requireRoomForManual(
  tx: Context,
  { organisationId, databaseId }: { organisationId: string; databaseId: string },
): Promise<void> {
  const { plan, manual } = await retentionOf(tx, organisationId);
  const used = await tx.db.restorePoint.count({ where: { databaseId, origin: "manual", status: { not: "deleting" } } });
  if (used < manual) return;
  throw new ServiceError(
    "limit_reached",
    `The plan ${plan} keeps ${manual} named restore points of a database; all are in use. Delete one first.`,
  );
}
