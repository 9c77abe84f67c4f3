import type { z } from "zod";
import { requireMemberPermission } from "@/lib/core/access/require-member-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import { OrganisationId } from "@/lib/core/id-schemas";
import { databaseNotFound } from "@/lib/core/not-found";
import { deleteWithSession } from "@/lib/hosting/databases/delete";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import { beginOperation, failOperation, OF_DATABASE } from "@/lib/hosting/operations/journal";
import { findDeleted, restorableSince } from "./find";

export const DropDeletedInput = DatabaseInput.extend({ organisationId: OrganisationId });

/** Drops a deleted database, with its restore points and history. Throws `database_not_found`, `host_unavailable`. */
export async function dropDeletedDatabase(
  ctx: Context,
  input: z.infer<typeof DropDeletedInput>,
): Promise<{ id: string; name: string }> {
  const { organisationId } = input;
  requireMemberPermission(ctx, organisationId, "databases:write");
  const { id, name, hostId } = await findDeleted(ctx, input);
  const host = await ctx.hosts.get(hostId);
  const subject = { organisationId, id, name, hostId };
  await inTurn(ctx, organisationId, () =>
    host.withLock([id], async (session) => {
      const operationId = await withTransaction(ctx, (tx) => markDropped(tx, subject));
      if (operationId === null) throw databaseNotFound();
      await deleteWithSession(ctx, session, { id: operationId, organisationId, databaseId: id });
    }),
  );
  return { id, name };
}

/** Drops the databases whose deletion can't be taken back any more. One that can't be dropped now is left for the next run. */
export async function dropDueDatabases(ctx: Context): Promise<void> {
  const due = await ctx.db.deletedDatabase.findMany({
    where: { deletedAt: { lte: restorableSince(ctx) } },
    select: { database: { select: { id: true, name: true, hostId: true, organisationId: true } } },
  });
  for (const { database } of due) {
    const { id, organisationId, hostId } = database;
    try {
      const host = await ctx.hosts.get(hostId);
      await host.tryLock([id], async (session) => {
        const operationId = await withTransaction(ctx, (tx) => markDropped(tx, database));
        if (operationId !== null) {
          await deleteWithSession(ctx, session, { id: operationId, organisationId, databaseId: id });
        }
      });
    } catch (error) {
      ctx.log.warn({ err: error, databaseId: id }, "a deleted database was not dropped");
    }
  }
}

/** Returns the operation that drops it; `null` where it is gone or was brought back. */
async function markDropped(
  tx: Context,
  { id: databaseId, name, hostId, organisationId }: Record<"id" | "name" | "hostId" | "organisationId", string>,
): Promise<string | null> {
  const { count } = await tx.db.deletedDatabase.deleteMany({ where: { databaseId, organisationId } });
  if (count === 0) return null;
  const closing = await tx.db.operation.findMany({ where: { databaseId, ...OF_DATABASE }, select: { id: true } });
  for (const { id } of closing) await failOperation(tx, id, "The database was dropped.");
  await recordAudit(tx, { organisationId, action: "database.drop", targetId: databaseId, data: { name } });
  return beginOperation(tx, { kind: "delete", organisationId, databaseId, hostId });
}
