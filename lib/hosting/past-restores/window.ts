import { ServiceError } from "@/lib/core/errors";
import { EMBEDDED_HOST_NAME } from "@/lib/hosting/hosts/register-embedded";
import type { BackupContext } from "./context";
import { gapAt, type RestoreWindow } from "./resource";

/** Returns the times as which a database can be restored; `null` where nothing of it is in backups yet. */
export async function readWindow(ctx: BackupContext, databaseId: string): Promise<RestoreWindow | null> {
  const backups = await ctx.readBackups();
  const database = await ctx.db.database.findUniqueOrThrow({
    where: { id: databaseId },
    select: { createdAt: true, host: { select: { name: true } } },
  });
  if (database.host.name !== EMBEDDED_HOST_NAME || !backups?.restorableFrom || !backups.restorableTo) return null;
  const { restorableTo: to, restoreGaps } = backups;
  const there = (await arrivalOf(ctx, databaseId)) ?? database.createdAt;
  const since = new Date(Math.max(backups.restorableFrom.getTime(), there.getTime()));
  const from = restoreGaps.find((gap) => gap.from < since && gap.until > since)?.until ?? since;
  if (from > to) return null;
  const gaps = restoreGaps.filter((gap) => gap.from >= from);
  return {
    ...{ from: from.toISOString(), to: to.toISOString() },
    gaps: gaps.map((gap) => ({ from: gap.from.toISOString(), until: gap.until.toISOString() })),
  };
}

/** Returns the time of the last move to the present host; `null` for a database that was never moved. */
async function arrivalOf(ctx: BackupContext, databaseId: string): Promise<Date | null> {
  const last = await ctx.db.operation.findFirst({
    where: { databaseId, kind: "move", status: "done" },
    orderBy: { finishedAt: "desc" },
    select: { finishedAt: true },
  });
  return last?.finishedAt ?? null;
}

/** Throws `not_configured` where no backups are made, and `time_not_restorable`. */
export async function requireInWindow(ctx: BackupContext, databaseId: string, at: Date): Promise<void> {
  if ((await ctx.readBackups()) === null) {
    throw new ServiceError("not_configured", "Restoring to a time needs backups, which the operator hasn't set up.");
  }
  const window = await readWindow(ctx, databaseId);
  if (window === null) throw notRestorable("Nothing of this database is in the backups yet.");
  requireOutsideGaps(window, at);
  if (at >= new Date(window.from) && at <= new Date(window.to)) return;
  throw notRestorable(`Choose a time from ${window.from} to ${window.to}.`);
}

/** Throws `time_not_restorable` with the nearest times before and after. */
export function requireOutsideGaps(window: RestoreWindow, at: Date): void {
  const gap = gapAt(window, at.toISOString());
  if (gap) throw notRestorable(`Backups have a gap there. Choose ${gap.from} or earlier, or ${gap.until} or later.`);
}

function notRestorable(message: string): ServiceError {
  return new ServiceError("time_not_restorable", message, { details: [{ path: "at", message }] });
}
