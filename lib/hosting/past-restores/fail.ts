import type { Context } from "@/lib/core/context";
import { withTransaction } from "@/lib/core/db/transaction";
import type { HostSession } from "@/lib/core/ports/database-host";
import { moverIdOf } from "@/lib/hosting/moves/mover";
import { UNFINISHED } from "./resource";

/** Removes the traces of a restore on the host, and tells its owner why it failed. The database's name stays theirs. */
export async function failPastRestore(
  ctx: Context,
  session: HostSession,
  { databaseId, organisationId }: { databaseId: string; organisationId: string },
  failureReason: string,
): Promise<void> {
  await session.dropDatabase(databaseId);
  await session.dropShellRole({ id: moverIdOf(databaseId), databaseId });
  await session.dropRole(databaseId);
  await withTransaction(ctx, async (tx) => {
    await tx.db.pastRestore.updateMany({
      where: { databaseId, organisationId, ...UNFINISHED },
      data: { status: "failed", step: null, finishedAt: tx.clock.now() },
    });
    await tx.db.database.updateMany({
      where: { id: databaseId, organisationId, status: "provisioning" },
      data: { status: "failed", failureReason },
    });
  });
}
