import { EMBEDDED_HOST_NAME } from "@/lib/core/embedded-host";
import { ServiceError } from "@/lib/core/errors";
import type { BackupContext } from "./context";
import { readPastTimes } from "./past-times";
import { gapAt, type RestoreWindow } from "./resource";

/** Returns the times as which a database can be restored; `null` where nothing of it is kept yet. */
export async function readWindow(ctx: BackupContext, databaseId: string): Promise<RestoreWindow | null> {
  const past = await readPastTimes(ctx);
  const database = await ctx.db.database.findUniqueOrThrow({
    where: { id: databaseId },
    select: { createdAt: true, host: { select: { name: true } } },
  });
  if (database.host.name !== EMBEDDED_HOST_NAME || !past?.restorableFrom || !past.restorableTo) return null;
  const { restorableTo: to, restoreGaps } = past;
  const there = (await arrivalOf(ctx, databaseId)) ?? database.createdAt;
  const since = new Date(Math.max(past.restorableFrom.getTime(), there.getTime()));
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

/** Throws `not_configured` where neither backups are made nor a local window is kept, and `time_not_restorable`. */
export async function requireInWindow(ctx: BackupContext, databaseId: string, at: Date): Promise<void> {
  const past = await readPastTimes(ctx);
  if (past === null) {
    throw new ServiceError("not_configured", "Restoring to a time needs backups, which the operator hasn't set up.");
  }
  const window = await readWindow(ctx, databaseId);
  if (window === null) {
    const place = past.source === "backups" ? "in the backups" : "kept";
    throw notRestorable(`Nothing of this database is ${place} yet.`);
  }
  requireOutsideGaps(window, at);
  if (at >= new Date(window.from) && at <= new Date(window.to)) return;
  throw notRestorable(`Choose a time from ${window.from} to ${window.to}.`);
}

/** Throws `time_not_restorable` with the nearest times before and after. */
export function requireOutsideGaps(window: RestoreWindow, at: Date): void {
  const gap = gapAt(window, at.toISOString());
  if (gap) throw notRestorable(`There's a gap there. Choose ${gap.from} or earlier, or ${gap.until} or later.`);
}

function notRestorable(message: string): ServiceError {
  return new ServiceError("time_not_restorable", message, { details: [{ path: "at", message }] });
}
