import type { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { type AuditEntry, recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { isUniqueViolation } from "@/lib/core/db/constraint-errors";
import { withTransaction } from "@/lib/core/db/transaction";
import { HostUnavailableError } from "@/lib/core/errors";
import { createId } from "@/lib/core/ids";
import type { CloneResult, HostSession } from "@/lib/core/ports/database-host";
import { nameTaken, requireFreeName, requireQuota } from "@/lib/hosting/databases/limits";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { createSealedPassword, openPassword } from "@/lib/hosting/databases/password";
import { takePlace } from "@/lib/hosting/databases/place";
import { requireReady } from "@/lib/hosting/databases/ready";
import { BRANCH_COLUMNS, type CreatedBranch, toBranch } from "@/lib/hosting/databases/resource";
import { findEarlierOperation } from "@/lib/hosting/operations/earlier";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import { beginOperation, finishOperation, runSteps } from "@/lib/hosting/operations/journal";
import { getRestorePoint } from "@/lib/hosting/restore-points/get-restore-point";
import { undoBranch } from "./undo";

export type BranchResult = z.infer<typeof CreatedBranch>;

interface NewBranch {
  databaseId: string;
  name: string;
  /** The restore point that is copied instead of the present database; the database is the parent all the same. */
  restorePointId: string | null;
}

/** Copies a database, or a restore point of it, into a new one with a role and a password of its own. */
export async function makeBranch(ctx: Context, input: NewBranch): Promise<BranchResult> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const earlier = await findEarlierAttempt(ctx);
  if (earlier) return earlier;
  const { id: parentId, hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const branchId = createId("database", ctx.random);
  const branch = async (session: HostSession) => {
    const operation = await journalBranch(ctx, { ...input, organisationId, parentId, branchId });
    try {
      return await branchWithSession(ctx, session, operation);
    } catch (error) {
      // When the host is gone as well, the reconciler undoes the branch once it is back.
      await undoBranch(ctx, session, operation, String(error)).catch((cause) =>
        ctx.log.error({ err: cause, operationId: operation.id }, "a failed branch could not be undone yet"),
      );
      throw error;
    }
  };
  return inTurn(ctx, organisationId, () => withDatabaseLock(ctx, { id: parentId, hostId }, branch, [branchId]));
}

interface BranchOperation {
  id: string;
  organisationId: string;
  databaseId: string;
  parentId: string;
  /** The copy of a restore point, or the parent itself. */
  sourceId: string;
  /** The sealed password, as the row keeps it. */
  password: string;
}

async function journalBranch(
  ctx: Context,
  input: NewBranch & { organisationId: string; parentId: string; branchId: string },
): Promise<BranchOperation> {
  const { organisationId, branchId, name } = input;
  try {
    return await withTransaction(ctx, async (tx) => {
      const parent = await getDatabaseInOrganisation(tx, organisationId, input.parentId);
      await requireQuota(tx, organisationId, "branches");
      await requireFreeName(tx, organisationId, name);
      await requireReady(tx, parent);
      if (!(await takePlace(tx, parent.hostId)))
        throw new HostUnavailableError("The parent's host has no room for a branch.");
      const point = await findPoint(tx, input);
      const now = tx.clock.now();
      const password = createSealedPassword(tx, branchId);
      await tx.db.database.create({
        data: {
          id: branchId,
          organisationId,
          hostId: parent.hostId,
          hostKind: parent.hostKind,
          name,
          password,
          parentDatabaseId: parent.id,
          parentName: parent.name,
          branchedAt: now,
          branchMethod: "sameClusterClone",
          createdAt: now,
          createdById: tx.actor.id,
        },
      });
      await recordAudit(tx, { organisationId, ...auditOf({ branchId, name, parentId: parent.id, point }) });
      const subject = { organisationId, databaseId: branchId, hostId: parent.hostId };
      return {
        id: await beginOperation(tx, { kind: "branch", ...subject }),
        organisationId,
        databaseId: branchId,
        parentId: parent.id,
        sourceId: point?.copyId ?? parent.id,
        password,
      };
    });
  } catch (error) {
    throw isUniqueViolation(error) ? nameTaken(name) : error;
  }
}

async function findPoint(tx: Context, input: { parentId: string; restorePointId: string | null }) {
  const { parentId: databaseId, restorePointId } = input;
  return restorePointId === null ? null : getRestorePoint(tx, { databaseId, restorePointId });
}

function auditOf(made: {
  branchId: string;
  name: string;
  parentId: string;
  point: { id: string } | null;
}): Pick<AuditEntry, "action" | "targetId" | "data"> {
  const { branchId, name, parentId, point } = made;
  const data = { name, parentDatabaseId: parentId };
  if (point === null) return { action: "database.branch", targetId: branchId, data };
  return { action: "restore_point.branch", targetId: point.id, data: { ...data, databaseId: branchId } };
}

async function branchWithSession(
  ctx: Context,
  session: HostSession,
  operation: BranchOperation,
): Promise<BranchResult> {
  const { databaseId: id, parentId, sourceId } = operation;
  const verifier = scramVerifier(openPassword(ctx, { id, password: operation.password }), ctx.random);
  let terminatedBackends = 0;
  let clone: CloneResult = { fileCopyMethod: "copy", cloneMilliseconds: 0 };
  const endSessions = async () => {
    terminatedBackends = await session.endSessions(parentId);
  };
  // A restore point is closed and idle already.
  const isParent = sourceId === parentId;
  const closing = [
    { leaves: "parent_closed", run: () => session.closeDatabase(parentId) },
    { leaves: "parent_idle", run: endSessions },
  ];
  const opening = [{ leaves: "parent_open", run: () => session.openDatabase(parentId) }];
  await runSteps(ctx, { id: operation.id, kind: "branch" }, [
    { leaves: "role_made", run: () => session.ensureRole(id, verifier) },
    ...(isParent ? closing : []),
    {
      leaves: "cloned_closed",
      run: async () => {
        clone = await session.cloneDatabase(sourceId, id);
      },
    },
    ...(isParent ? opening : []),
    { leaves: "public_revoked", run: () => session.revokePublic(id) },
    { leaves: "database_open", run: () => session.openDatabase(id) },
    { leaves: "ownership_reassigned", run: () => session.reassignOwnership(parentId, id) },
    {
      leaves: "settings_kept",
      run: () => session.keepRoleSettings({ database: parentId, role: parentId }, id),
    },
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

/** Returns the branch that a request with the same Idempotency-Key made before its process ended. */
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
