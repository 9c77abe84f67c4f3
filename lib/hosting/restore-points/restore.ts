import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { requireReady } from "@/lib/hosting/databases/ready";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import { beginOperation } from "@/lib/hosting/operations/journal";
import { getRestorePoint } from "./get-restore-point";
import { insertRestorePoint } from "./make";
import { restoreWithSession } from "./restore-with-session";

/**
 * Restores a database's data and keeps its state until now as a restore point; connections are refused for a moment at
 * the end. Throws `database_not_found`, `not_found`, `limit_reached`, `rate_limited`, `database_not_ready`, `host_unavailable`.
 */
export async function restoreInPlace(
  ctx: Context,
  input: { databaseId: string; restorePointId: string },
): Promise<{ beforeRestorePointId: string }> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const { id: databaseId, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const subject = { organisationId, databaseId, hostId, restorePointId: input.restorePointId };
  const restore = async (session: HostSession) => {
    const sizeBytes = await session.sizeOf(databaseId);
    const operation = await withTransaction(ctx, (tx) => journalRestore(tx, subject, sizeBytes));
    await restoreWithSession(ctx, session, operation);
    return { beforeRestorePointId: operation.beforeRestorePointId };
  };
  return inTurn(ctx, organisationId, () => withDatabaseLock(ctx, { id: databaseId, hostId }, restore));
}

async function journalRestore(
  tx: Context,
  subject: { organisationId: string; databaseId: string; hostId: string; restorePointId: string },
  sizeBytes: bigint,
) {
  const { organisationId, databaseId, hostId } = subject;
  await requireReady(tx, await getDatabaseInOrganisation(tx, organisationId, databaseId));
  const point = await getRestorePoint(tx, subject);
  const made = { ...subject, name: nameBefore(point), origin: "before-restore" as const, isProtected: true };
  const before = await insertRestorePoint(tx, made, sizeBytes);
  await recordAudit(tx, {
    organisationId,
    action: "restore_point.restore",
    targetId: point.id,
    data: { name: point.name, databaseId, beforeRestorePointId: before.id },
  });
  const id = await beginOperation(tx, { kind: "restore", ...subject });
  return { id, organisationId, databaseId, hostId, restorePointId: point.id, beforeRestorePointId: before.id };
}

const MAX_SHOWN_CODE_POINTS = 60;

/** Returns the name of the point from before a restore, such as `Before restore (DROP TABLE)`. */
function nameBefore({ name, origin }: { name: string; origin: string }): string {
  if (origin === "before-restore") return "Before undoing a restore";
  const restored = [...name.replace(/^Before /, "")].slice(0, MAX_SHOWN_CODE_POINTS).join("");
  return `Before restore (${restored})`;
}
