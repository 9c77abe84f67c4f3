import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { takePlace } from "@/lib/hosting/databases/place";
import { stagingIdOf } from "@/lib/hosting/databases/staging";
import { finishOperation } from "@/lib/hosting/operations/journal";
import { beginClearing } from "./clear";
import type { Move } from "./copy-to-target";
import { moverIdOf } from "./mover";
import { noRoom } from "./no-room";
import { pooledRolesOf } from "./pause";
import { requireNothingPending } from "./require-movable";

/**
 * Makes the target the host of the database, and has the other one cleared: from here on the copy is the database.
 * Returns the id of the operation that clears.
 */
export async function switchHost(ctx: Context, move: Move): Promise<string> {
  const { id, organisationId, databaseId, hostId, targetHostId, name } = move;
  return withTransaction(ctx, async (tx) => {
    await requireNothingPending(tx, databaseId);
    const [from, to] = await Promise.all([hostId, targetHostId].map((each) => nameOf(tx, each)));
    if (to === undefined || !(await takePlace(tx, targetHostId))) throw noRoom();
    // The reconciler may have taken a move for abandoned whose host was away.
    const { count } = await tx.db.operation.updateMany({
      where: { id, organisationId, status: "running" },
      data: { step: "switched" },
    });
    if (count === 0) throw new ServiceError("database_not_ready", "The move was undone meanwhile. Try again.");
    const shellRoleIds = [moverIdOf(id), ...(await pooledRolesOf(tx, databaseId))];
    const copyIds = await forgetHistory(tx, { organisationId, databaseId });
    await tx.db.database.updateMany({
      where: { id: databaseId, organisationId },
      data: { hostId: targetHostId },
    });
    await tx.db.shellRole.deleteMany({ where: { databaseId, organisationId } });
    await recordAudit(tx, {
      ...{ organisationId, action: "database.move", targetId: databaseId },
      data: { name, from: from ?? "", to },
    });
    await finishOperation(tx, id);
    return beginClearing(tx, { organisationId, databaseId, hostId, copyIds, shellRoleIds });
  });
}

async function nameOf(tx: Context, hostId: string): Promise<string | undefined> {
  return (await tx.db.host.findUnique({ where: { id: hostId }, select: { name: true } }))?.name;
}

/**
 * Forgets restore points and the data that undoes changes, which name files and objects of the host. Returns the names
 * of the copies that go.
 */
async function forgetHistory(
  tx: Context,
  { organisationId, databaseId }: { organisationId: string; databaseId: string },
): Promise<string[]> {
  const points = await tx.db.restorePoint.findMany({ where: { organisationId, databaseId }, select: { copyId: true } });
  await tx.db.dataChange.deleteMany({ where: { organisationId, databaseId } });
  await tx.db.restorePoint.deleteMany({ where: { organisationId, databaseId } });
  return points.flatMap(({ copyId }) => [copyId, stagingIdOf(copyId)]);
}
