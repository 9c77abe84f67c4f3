import { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import type { Context } from "@/lib/core/context";
import { databaseNotFound } from "@/lib/core/not-found";
import type { PastDatabases } from "@/lib/core/ports/past-databases";
import { requireFreeName } from "@/lib/hosting/databases/limits";
import { DatabaseInput, NamedInput } from "@/lib/hosting/databases/name";
import { stagingIdOf } from "@/lib/hosting/databases/staging";
import { type BranchResult, makePastBranch } from "./make";

export const RestorePastInput = NamedInput.extend({ ...DatabaseInput.shape, at: z.date() });

/**
 * Restores a database as it was at a time, as a branch of it with its own role and password; the database stays in use.
 * Throws `database_not_found`, `limit_reached`, `name_taken`, `database_not_ready`, `host_unavailable`, and
 * `OperatorError` where backups don't have that time.
 */
export async function restorePast(
  ctx: Context & { past: PastDatabases },
  input: z.infer<typeof RestorePastInput>,
): Promise<BranchResult> {
  requireOperator(ctx);
  const { databaseId, at, name } = RestorePastInput.parse(input);
  const database = await ctx.db.database.findFirst({ where: { id: databaseId, ...VISIBLE } });
  if (!database) throw databaseNotFound();
  const { organisationId, hostId } = database;
  await requireFreeName(ctx, organisationId, name);
  // One name for all attempts, so that the next removes what a killed one has left.
  const copyId = stagingIdOf(`past ${databaseId}`);
  const host = await ctx.hosts.get(hostId);
  return host.withLock([copyId], async (session) => {
    await session.dropDatabase(copyId);
    try {
      await ctx.past.bringBack({ databaseId, at, copyId });
      await session.revokeAccess(copyId);
      return await makePastBranch(ctx, organisationId, { databaseId, name, past: { copyId, at } });
    } finally {
      await session.dropDatabase(copyId);
    }
  });
}
