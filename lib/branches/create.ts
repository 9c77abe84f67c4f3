import type { z } from "zod";
import { recordAudit } from "@/lib/audit/record";
import { requirePermission } from "@/lib/authorise";
import type { Context } from "@/lib/context";
import { scramVerifier } from "@/lib/crypto/scram";
import { getDatabaseInOrganisation, getReadyDatabase } from "@/lib/databases/internal";
import { isNameConflict, nameTaken, requireFreeName, requireQuota } from "@/lib/databases/limits";
import type { NamedInput } from "@/lib/databases/name";
import { createSealedPassword, openPassword } from "@/lib/databases/password";
import { takePlace } from "@/lib/databases/place";
import { BRANCH_COLUMNS, type CreatedBranch, toBranch } from "@/lib/databases/resource";
import { withTransaction } from "@/lib/db/transaction";
import { HostUnavailableError } from "@/lib/errors";
import { createId } from "@/lib/ids";
import { findEarlierOperation } from "@/lib/operations/earlier";
import { beginOperation, finishOperation, runSteps } from "@/lib/operations/journal";
import type { CloneResult, HostSession } from "@/lib/ports/database-host";
import { undoBranch } from "./undo";

type BranchResult = z.infer<typeof CreatedBranch>;

/**
 * Copies a database into a new one with a role and a password of its own. The parent accepts no connection while it is
 * copied, and its sessions are ended. Throws `database_not_found`, `limit_reached`, `name_taken`,
 * `database_not_ready`, `host_unavailable`.
 */
export async function createBranch(
  ctx: Context,
  input: { databaseId: string } & z.infer<typeof NamedInput>,
): Promise<BranchResult> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const earlier = await findEarlierAttempt(ctx);
  if (earlier) return earlier;
  const { id: parentId, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const host = await ctx.hosts.get(hostId);
  const branchId = createId("database", ctx.random);
  return host.withLock([parentId, branchId], async (session) => {
    const operation = await journalBranch(ctx, { organisationId, parentId, branchId, name: input.name });
    try {
      return await branchWithSession(ctx, session, operation);
    } catch (error) {
      // When the host is gone too, the reconciler does the same once it is back.
      await undoBranch(ctx, session, operation, String(error)).catch((cause) =>
        ctx.log.error({ err: cause, operationId: operation.id }, "a failed branch could not be undone yet"),
      );
      throw error;
    }
  });
}

interface BranchOperation {
  id: string;
  databaseId: string;
  parentId: string;
}

async function journalBranch(
  ctx: Context,
  input: { organisationId: string; parentId: string; branchId: string; name: string },
): Promise<BranchOperation> {
  const { organisationId, branchId, name } = input;
  try {
    return await withTransaction(ctx, async (tx) => {
      const parent = await getDatabaseInOrganisation(tx, organisationId, input.parentId);
      await requireQuota(tx, organisationId, "branches");
      await requireFreeName(tx, organisationId, name);
      await getReadyDatabase(tx, organisationId, parent.id);
      if (!(await takePlace(tx, parent.hostId))) throw new HostUnavailableError("The parent's host has no room.");
      const now = tx.clock.now();
      await tx.db.database.create({
        data: {
          id: branchId,
          organisationId,
          hostId: parent.hostId,
          hostKind: parent.hostKind,
          name,
          password: createSealedPassword(tx, branchId),
          parentDatabaseId: parent.id,
          parentName: parent.name,
          branchedAt: now,
          branchMethod: "sameClusterClone",
          createdAt: now,
        },
      });
      await recordAudit(tx, {
        organisationId,
        action: "database.branch",
        targetId: branchId,
        data: { name, parentDatabaseId: parent.id },
      });
      const subject = { organisationId, databaseId: branchId, hostId: parent.hostId };
      return {
        id: await beginOperation(tx, { kind: "branch", ...subject }),
        databaseId: branchId,
        parentId: parent.id,
      };
    });
  } catch (error) {
    throw isNameConflict(error) ? nameTaken(name) : error;
  }
}

async function branchWithSession(
  ctx: Context,
  session: HostSession,
  operation: BranchOperation,
): Promise<BranchResult> {
  const { databaseId: id, parentId } = operation;
  const row = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, password: true } });
  const verifier = scramVerifier(openPassword(ctx, row), ctx.random);
  let terminatedBackends = 0;
  let clone: CloneResult = { fileCopyMethod: "copy", cloneMilliseconds: 0 };
  await runSteps(ctx, { id: operation.id, kind: "branch" }, [
    { leaves: "role_made", run: () => session.ensureRole(id, verifier) },
    { leaves: "parent_closed", run: () => session.closeDatabase(parentId) },
    {
      leaves: "parent_idle",
      run: async () => {
        terminatedBackends = await session.endSessions(parentId);
      },
    },
    {
      leaves: "cloned_closed",
      run: async () => {
        clone = await session.cloneDatabase(parentId, id);
      },
    },
    { leaves: "parent_open", run: () => session.openDatabase(parentId) },
    { leaves: "public_revoked", run: () => session.revokePublic(id) },
    { leaves: "database_open", run: () => session.openDatabase(id) },
    { leaves: "ownership_reassigned", run: () => session.reassignOwnership(parentId, id) },
    { leaves: "access_granted", run: () => session.grantAccess(id) },
  ]);
  return finishBranch(ctx, operation, { ...clone, terminatedBackends });
}

async function finishBranch(
  ctx: Context,
  operation: BranchOperation,
  measured: CloneResult & { terminatedBackends: number },
): Promise<BranchResult> {
  const row = await withTransaction(ctx, async (tx) => {
    await finishOperation(tx, operation.id, { ...measured });
    return tx.db.database.update({
      where: { id: operation.databaseId },
      data: { status: "ready" },
      select: BRANCH_COLUMNS,
    });
  });
  ctx.crashPoint("branch.ready");
  return toBranchResult(toBranch(row), measured);
}

/** What a request with the same Idempotency-Key made before its process ended. */
async function findEarlierAttempt(ctx: Context): Promise<BranchResult | null> {
  const operation = await findEarlierOperation(ctx);
  if (!operation) return null;
  const row = await ctx.db.database.findUnique({ where: { id: operation.databaseId }, select: BRANCH_COLUMNS });
  return row && toBranchResult(toBranch(row), operation.result as unknown as Parameters<typeof toBranchResult>[1]);
}

function toBranchResult(
  branch: ReturnType<typeof toBranch>,
  measured: CloneResult & { terminatedBackends: number },
): BranchResult {
  const { id, name, parentDatabaseId, parentName, branchedAt, branchMethod } = branch;
  const { fileCopyMethod, cloneMilliseconds, terminatedBackends } = measured;
  return {
    branch: { id, name, parentDatabaseId, parentName, branchedAt, branchMethod },
    fileCopyMethod,
    cloneMilliseconds,
    terminatedBackends,
  };
}
