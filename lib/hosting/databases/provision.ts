import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { failOperation, finishOperation, runSteps, type Step } from "@/lib/hosting/operations/journal";
import { openPassword } from "./password";

/** Makes a database, as the job that `createDatabase` queues; after its last attempt the database is `failed`. */
export async function provisionQueuedDatabase(
  ctx: Context,
  input: { databaseId: string },
  { isLast }: { isLast: boolean },
): Promise<void> {
  try {
    await provisionDatabase(ctx, input);
  } catch (error) {
    if (isLast) await failProvisioning(ctx, input.databaseId, "The host couldn't create the database.");
    throw error;
  }
}

/** Makes a database on its host. Does nothing when it is made already, or gone. */
export async function provisionDatabase(ctx: Context, input: { databaseId: string }): Promise<void> {
  const row = await ctx.db.database.findUnique({ where: { id: input.databaseId }, select: { hostId: true } });
  if (!row) return;
  const host = await ctx.hosts.get(row.hostId);
  await host.withLock([input.databaseId], (session) => provisionWithSession(ctx, session, input.databaseId));
}

/** Finishes a creation, however far it came. The caller holds the host's lock of the database. */
export async function provisionWithSession(ctx: Context, session: HostSession, databaseId: string): Promise<void> {
  const [operation, row] = await Promise.all([
    ctx.db.operation.findFirst({ where: { databaseId, kind: "create", status: "running" }, select: { id: true } }),
    ctx.db.database.findUnique({ where: { id: databaseId }, select: { id: true, status: true, password: true } }),
  ]);
  if (!operation || row?.status !== "provisioning") return;
  const verifier = scramVerifier(openPassword(ctx, row), ctx.random);
  await runSteps(ctx, { id: operation.id, kind: "create" }, createSteps(session, databaseId, verifier));
  await withTransaction(ctx, async (tx) => {
    await tx.db.database.update({ where: { id: databaseId }, data: { status: "ready" } });
    await finishOperation(tx, operation.id);
  });
  ctx.crashPoint("create.ready");
}

/** Returns the steps: the database is closed while PUBLIC has a right on it, and its role is let in by the last one. */
function createSteps(session: HostSession, id: string, verifier: string): Step[] {
  return [
    { leaves: "role_made", run: () => session.ensureRole(id, verifier) },
    { leaves: "database_made_closed", run: () => session.ensureDatabase(id) },
    { leaves: "public_revoked", run: () => session.revokePublic(id) },
    { leaves: "database_open", run: () => session.openDatabase(id) },
    { leaves: "schema_owned", run: () => session.ownSchema(id) },
    { leaves: "access_granted", run: () => session.grantAccess(id) },
  ];
}

/** Fails a creation after the last attempt of its job: the owner sees the reason and may delete the database. */
export async function failProvisioning(ctx: Context, databaseId: string, failureReason: string): Promise<void> {
  await withTransaction(ctx, async (tx) => {
    const operation = await tx.db.operation.findFirst({ where: { databaseId, kind: "create", status: "running" } });
    if (!operation) return;
    await tx.db.database.updateMany({
      where: { id: databaseId, organisationId: operation.organisationId, status: "provisioning" },
      data: { status: "failed", failureReason },
    });
    await failOperation(tx, operation.id, failureReason);
  });
}
