import type { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { HostUnavailableError } from "@/lib/core/errors";
import { OrganisationId } from "@/lib/core/id-schemas";
import { databaseNotFound } from "@/lib/core/not-found";
import type { HostSession } from "@/lib/core/ports/database-host";
import { nameTaken, requireFreeName, requireQuota } from "@/lib/hosting/databases/limits";
import { DatabaseInput, NamedInput } from "@/lib/hosting/databases/name";
import { takePlace } from "@/lib/hosting/databases/place";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import {
  beginOperation,
  failOperation,
  finishOperation,
  OF_DATABASE,
  runSteps,
} from "@/lib/hosting/operations/journal";
import { findDeleted } from "./find";

export const BringBackInput = DatabaseInput.extend({ organisationId: OrganisationId, name: NamedInput.shape.name });
type BringBackInput = z.infer<typeof BringBackInput>;

/**
 * Takes the deletion of a database back: data, restore points, history and password are as they were. Throws
 * `database_not_found`, also for one that was dropped, `name_taken`, `limit_reached`, `host_unavailable`.
 */
export async function bringBackDatabase(ctx: Context, input: BringBackInput): Promise<{ id: string; name: string }> {
  const { organisationId, databaseId: id, name } = input;
  requireMemberPermission(ctx, organisationId, "databases:write");
  const { hostId, parentDatabaseId } = await findDeleted(ctx, input);
  const host = await ctx.hosts.get(hostId);
  const work = async (session: HostSession) => {
    const operationId = await withTransaction(ctx, async (tx) => {
      await requireQuota(tx, organisationId, parentDatabaseId === null ? "databases" : "branches");
      if (!(await takePlace(tx, hostId))) throw new HostUnavailableError("Its host has no room for another database.");
      await requireFreeName(tx, organisationId, name);
      return markReturning(tx, { organisationId, databaseId: id, hostId, name });
    });
    await openWithSession(ctx, session, { id: operationId, databaseId: id });
  };
  try {
    await inTurn(ctx, organisationId, () => host.withLock([id], work));
  } catch (error) {
    if (isUniqueViolation(error)) throw nameTaken(name);
    throw error;
  }
  return { id, name };
}

async function markReturning(
  tx: Context,
  row: { organisationId: string; databaseId: string; hostId: string; name: string },
): Promise<string> {
  const { organisationId, databaseId, hostId, name } = row;
  // With the lock held, only a process that has ended was still closing it.
  const closing = await tx.db.operation.findMany({ where: { databaseId, ...OF_DATABASE }, select: { id: true } });
  for (const { id } of closing) await failOperation(tx, id, "The database was brought back.");
  const { count } = await tx.db.deletedDatabase.deleteMany({ where: { databaseId, organisationId } });
  if (count === 0) throw databaseNotFound();
  await tx.db.database.updateMany({
    where: { id: databaseId, organisationId },
    data: { status: "provisioning", name },
  });
  await recordAudit(tx, { organisationId, action: "database.bring_back", targetId: databaseId, data: { name } });
  return beginOperation(tx, { kind: "bring-back", organisationId, databaseId, hostId });
}

/** Opens a database that is brought back. The caller holds the lock. */
export async function openWithSession(
  ctx: Context,
  session: HostSession,
  operation: { id: string; databaseId: string },
): Promise<void> {
  const { databaseId: id } = operation;
  await runSteps(ctx, { id: operation.id, kind: "bring-back" }, [
    { leaves: "database_opened", run: () => session.openDatabase(id) },
    { leaves: "login_allowed", run: () => session.allowLogin(id) },
  ]);
  await withTransaction(ctx, async (tx) => {
    await tx.db.database.update({ where: { id }, data: { status: "ready" }, select: { id: true } });
    await finishOperation(tx, operation.id);
  });
  ctx.crashPoint("bring-back.done");
}
