import type { z } from "zod";
import { getDatabaseInOrganisation } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import { recordAudit } from "@/lib/core/audit/record";
import type { Context } from "@/lib/core/context";
import { scramVerifier } from "@/lib/core/crypto/scram";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { dropShellConnectionsOf } from "@/lib/hosting/databases/drop-shell-connections";
import { withDatabaseLock } from "@/lib/hosting/databases/lock";
import { createSealedPassword, openPassword } from "@/lib/hosting/databases/password";
import { getReadyDatabase } from "@/lib/hosting/databases/ready";
import type { RotatedCredential } from "@/lib/hosting/databases/resource";
import { findEarlierOperation } from "@/lib/hosting/operations/earlier";
import { inTurn } from "@/lib/hosting/operations/in-turn";
import { beginOperation, finishOperation, runSteps } from "@/lib/hosting/operations/journal";
import { connectionStringsOf } from "./connection-string";
import { makePooledRole } from "./pooled-role";

/**
 * Gives the database's role a new password and ends its sessions and shell connections. The old password no longer
 * works. Throws `database_not_found`, `database_not_ready`, `host_unavailable`.
 */
export async function rotateCredential(
  ctx: Context,
  input: { databaseId: string },
): Promise<z.infer<typeof RotatedCredential>> {
  const { organisationId } = requirePermission(ctx.actor, "databases:write");
  const earlier = await findEarlierOperation(ctx);
  if (earlier) return { ...(await connectionStringsOf(ctx, earlier.databaseId)), ...terminatedIn(earlier) };
  const { hostId } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const rotate = async (session: HostSession) => {
    const row = await getReadyDatabase(ctx, organisationId, input.databaseId);
    const operationId = await withTransaction(ctx, async (tx) => {
      const password = createSealedPassword(tx, row.id);
      await tx.db.database.update({ where: { id: row.id }, data: { password } });
      await recordAudit(tx, { organisationId, action: "database.rotate_credential", targetId: row.id });
      return beginOperation(tx, { kind: "rotate", organisationId, databaseId: row.id, hostId });
    });
    const terminatedConnections = await rotateWithSession(ctx, session, { id: operationId, databaseId: row.id });
    await makePooledRole(ctx, session, await getReadyDatabase(ctx, organisationId, row.id));
    return { ...(await connectionStringsOf(ctx, row.id)), terminatedConnections };
  };
  return inTurn(ctx, organisationId, () => withDatabaseLock(ctx, { id: input.databaseId, hostId }, rotate));
}

function terminatedIn(operation: { result: unknown }): { terminatedConnections: number } {
  return operation.result as { terminatedConnections: number };
}

/** Sets the row's password on the host. The caller holds the database's lock. Returns the number of ended sessions. */
export async function rotateWithSession(
  ctx: Context,
  session: HostSession,
  operation: { id: string; databaseId: string },
): Promise<number> {
  const id = operation.databaseId;
  const row = await ctx.db.database.findUniqueOrThrow({ where: { id }, select: { id: true, password: true } });
  const verifier = scramVerifier(openPassword(ctx, row), ctx.random);
  let ended = 0;
  await runSteps(ctx, { id: operation.id, kind: "rotate" }, [
    {
      // Shell connections go first, since they can change the password too.
      leaves: "shell_roles_dropped",
      run: async () => {
        ended = (await dropShellConnectionsOf(ctx, session, id)).endedSessions;
      },
    },
    { leaves: "password_set", run: () => session.setPassword(id, verifier) },
    {
      leaves: "sessions_ended",
      run: async () => {
        ended += await session.endRoleSessions(id);
      },
    },
  ]);
  await finishOperation(ctx, operation.id, { terminatedConnections: ended });
  ctx.crashPoint("rotate.done");
  return ended;
}
