import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { HostUnavailableError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import { nameTaken, requireFreeName, requireQuota } from "@/lib/hosting/databases/limits";
import { createSealedPassword } from "@/lib/hosting/databases/password";
import { takePlace } from "@/lib/hosting/databases/place";
import { requireUsable } from "@/lib/hosting/databases/ready";
import { PAST_RESTORE_COLUMNS, type PastRestore, toPastRestore } from "./resource";

interface NewPastRestore {
  databaseId: string;
  at: Date;
  name: string;
}

/** Records a restore with the database that it becomes, which counts as a branch from now on. The caller has authorised. */
export async function insertPastRestore(
  ctx: Context,
  organisationId: string,
  input: NewPastRestore,
): Promise<PastRestore> {
  try {
    return await withTransaction(ctx, (tx) => insert(tx, organisationId, input));
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(input.name) : error;
  }
}

async function insert(ctx: Context, organisationId: string, input: NewPastRestore): Promise<PastRestore> {
  const { at, name } = input;
  const source = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  await requireQuota(ctx, organisationId, "branches");
  await requireFreeName(ctx, organisationId, name);
  requireUsable({ status: source.status, isChanging: false });
  if (!(await takePlace(ctx, source.hostId))) {
    throw new HostUnavailableError("The database's host has no room for a branch.");
  }
  const id = createId("database", ctx.random);
  const now = ctx.clock.now();
  await ctx.db.database.create({
    data: {
      ...{ id, organisationId, name, hostId: source.hostId, hostKind: source.hostKind },
      password: createSealedPassword(ctx, id),
      parentDatabaseId: source.id,
      parentName: source.name,
      branchedAt: now,
      branchMethod: "sameClusterClone",
      createdAt: now,
      createdById: ctx.actor.id,
    },
  });
  const row = await ctx.db.pastRestore.create({
    data: {
      ...{ databaseId: id, organisationId, sourceId: source.id, at, createdAt: now },
      idempotencyRecordId: ctx.idempotencyRecordId,
    },
    select: PAST_RESTORE_COLUMNS,
  });
  await recordAudit(ctx, {
    ...{ organisationId, action: "database.restore_past", targetId: id },
    data: { name, parentDatabaseId: source.id, at: at.toISOString() },
  });
  return toPastRestore(row);
}
