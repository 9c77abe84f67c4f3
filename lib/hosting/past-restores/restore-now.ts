import { z } from "zod";
import { VISIBLE } from "@/lib/core/access/databases";
import { requireOperator } from "@/lib/core/access/require-member-permission";
import { databaseNotFound } from "@/lib/core/not-found";
import type { PastDatabases } from "@/lib/core/ports/past-databases";
import { DatabaseInput, NamedInput } from "@/lib/hosting/databases/name";
import { carryOutPastRestore } from "./carry-out";
import type { BackupContext } from "./context";
import { insertPastRestore } from "./insert";
import { readPastTimes } from "./past-times";
import { PAST_RESTORE_COLUMNS, type PastRestore, toPastRestore, UNFINISHED } from "./resource";
import { findPlace, readWindow, requireInWindow, requireNoObstacle, requireOutsideGaps } from "./window";

export const RestoreNowInput = NamedInput.extend({ ...DatabaseInput.shape, at: z.date() });

/**
 * Restores a database as it was at a time, as a branch of it with its own role and password; the database stays in use.
 * Repeated, it goes on with one that was interrupted. Throws `database_not_found`, `limit_reached`, `name_taken`,
 * `database_not_ready`, `host_unavailable`, `not_configured` for a host that can't be backed up, `time_not_restorable` for
 * a gap and outside of a local window, and `OperatorError` where backups don't have that time.
 */
export async function restorePastNow(
  ctx: BackupContext & { past: PastDatabases },
  input: z.infer<typeof RestoreNowInput>,
): Promise<PastRestore> {
  requireOperator(ctx);
  const { databaseId: sourceId, at, name } = RestoreNowInput.parse(input);
  const source = await ctx.db.database.findFirst({ where: { id: sourceId, ...VISIBLE } });
  if (!source) throw databaseNotFound();
  const { organisationId } = source;
  const past = await readPastTimes(ctx, (await findPlace(ctx, sourceId)).host);
  const window = await readWindow(ctx, sourceId);
  if (window) requireOutsideGaps(window, at);
  else if (past) requireNoObstacle(past);
  if (past?.source === "local_window") await requireInWindow(ctx, sourceId, at);
  // Nothing else takes up this record: only one recovery runs at a time.
  return ctx.past.withRecovery(async (recovery) => {
    const interrupted = await ctx.db.pastRestore.findFirst({
      where: { sourceId, organisationId, at, database: { name }, ...UNFINISHED },
      select: PAST_RESTORE_COLUMNS,
    });
    const restore = interrupted
      ? toPastRestore(interrupted)
      : await insertPastRestore(ctx, organisationId, { databaseId: sourceId, at, name });
    try {
      await carryOutPastRestore(ctx, recovery, restore.id);
    } catch (error) {
      // The operator has the reason, and tries again with the same name.
      await ctx.db.database.deleteMany({ where: { id: restore.id, organisationId, status: "failed" } });
      throw error;
    }
    const where = { databaseId: restore.id };
    return toPastRestore(await ctx.db.pastRestore.findUniqueOrThrow({ where, select: PAST_RESTORE_COLUMNS }));
  });
}
