import { requireOperator } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isForeignKeyViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { ServiceError } from "@/lib/core/errors";
import { hostNotFound } from "./find";
import { type Host, toHost } from "./resource";

/** Removes a host that holds no database. The foreign key decides, also against a placement at the same moment. */
export async function removeHost(ctx: Context, input: { hostId: string }): Promise<Host> {
  requireOperator(ctx);
  try {
    return await withTransaction(ctx, (tx) => deleteHost(tx, input.hostId));
  } catch (error) {
    if (!isForeignKeyViolation(error)) throw error;
    throw new ServiceError(
      "conflict",
      "The host still has databases. Drain it, and move them (coppice db move) or delete them first, deleted ones for good (coppice db drop).",
    );
  }
}

async function deleteHost(tx: Context, hostId: string): Promise<Host> {
  const row = await tx.db.host.findUnique({ where: { id: hostId } });
  if (!row) throw hostNotFound();
  const isWorkedOn = { status: "running", OR: [{ hostId }, { targetHostId: hostId }] };
  if ((await tx.db.operation.count({ where: isWorkedOn })) > 0) {
    throw new ServiceError(
      "conflict",
      "Work on the host isn't finished yet. Try again soon, or run coppice db repair.",
    );
  }
  const { count } = await tx.db.host.deleteMany({ where: { id: hostId } });
  if (count === 0) throw hostNotFound();
  await recordAudit(tx, { organisationId: null, action: "host.remove", targetId: hostId, data: { name: row.name } });
  return toHost(row);
}
