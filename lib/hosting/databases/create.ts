import type { z } from "zod";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { createId } from "@/lib/core/ids";
import { addJob } from "@/lib/core/queue/add";
import { findEarlierOperation } from "@/lib/hosting/operations/earlier";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import { beginOperation } from "@/lib/hosting/operations/journal";
import { nameTaken, requireFreeName, requireQuota } from "./limits";
import type { NamedInput } from "./name";
import { createSealedPassword } from "./password";
import { placeDatabase } from "./place";
import { DATABASE_COLUMNS, type Database, toDatabase } from "./resource";

/** Records a new database, which a job makes `ready`. Throws `limit_reached`, `name_taken`, `host_unavailable`. */
export async function createDatabase(
  ctx: Context,
  input: z.infer<typeof NamedInput>,
): Promise<z.infer<typeof Database>> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const earlier = await findEarlierAttempt(ctx);
  if (earlier) return earlier;
  try {
    const insert = () => withTransaction(ctx, (tx) => insertDatabase(tx, organisationId, input.name));
    return await inTurn(ctx, organisationId, insert);
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(input.name) : error;
  }
}

/** Returns the database that a request with the same Idempotency-Key made before its process ended. */
async function findEarlierAttempt(ctx: Context): Promise<z.infer<typeof Database> | null> {
  const operation = await findEarlierOperation(ctx);
  if (!operation) return null;
  const row = await ctx.db.database.findUnique({ where: { id: operation.databaseId }, select: DATABASE_COLUMNS });
  return row && { ...toDatabase(row), status: "provisioning" };
}

async function insertDatabase(ctx: Context, organisationId: string, name: string): Promise<z.infer<typeof Database>> {
  const organisation = await requireQuota(ctx, organisationId, "databases");
  await requireFreeName(ctx, organisationId, name);
  const host = await placeDatabase(ctx, organisation.hostKind);
  const id = createId("database", ctx.random);
  const row = await ctx.db.database.create({
    data: {
      id,
      organisationId,
      hostId: host.id,
      hostKind: host.kind,
      name,
      password: createSealedPassword(ctx, id),
      createdAt: ctx.clock.now(),
      createdById: ctx.actor.id,
    },
    select: DATABASE_COLUMNS,
  });
  await beginOperation(ctx, { kind: "create", organisationId, databaseId: id, hostId: host.id });
  await recordAudit(ctx, { organisationId, action: "database.create", targetId: id, data: { name } });
  await addJob(ctx, "provision-database", { databaseId: id }, { owner: organisationId });
  return toDatabase(row);
}
