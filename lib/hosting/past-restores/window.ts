import { ServiceError } from "@/lib/core/errors";
import type { BackupContext } from "./context";
import { type PastHost, readPastTimes } from "./past-times";
import { gapAt, type RestoreWindow } from "./resource";

/** Returns the times as which a database can be restored; `null` where nothing of it is kept yet. */
export async function readWindow(ctx: BackupContext, databaseId: string): Promise<RestoreWindow | null> {
  const { createdAt, host } = await findPlace(ctx, databaseId);
  const past = await readPastTimes(ctx, host);
  if (!past?.restorableFrom || !past.restorableTo) return null;
  const { restorableTo: to, restoreGaps } = past;
  const there = (await arrivalOf(ctx, databaseId)) ?? createdAt;
  const since = new Date(Math.max(past.restorableFrom.getTime(), there.getTime()));
  const from = restoreGaps.find((gap) => gap.from < since && gap.until > since)?.until ?? since;
  if (from > to) return null;
  const gaps = restoreGaps.filter((gap) => gap.from >= from);
  return {
    ...{ from: from.toISOString(), to: to.toISOString() },
    gaps: gaps.map((gap) => ({ from: gap.from.toISOString(), until: gap.until.toISOString() })),
  };
}

/** Returns the host of a database, and since when the database has been. */
export async function findPlace(
  { db }: BackupContext,
  databaseId: string,
): Promise<{ createdAt: Date; host: PastHost & { serverVersionNum: number } }> {
  return db.database.findUniqueOrThrow({
    where: { id: databaseId },
    select: { createdAt: true, host: { select: { id: true, name: true, serverVersionNum: true } } },
  });
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

/** Throws `not_configured` where nothing of the database's host is kept, and `time_not_restorable`. */
export async function requireInWindow(ctx: BackupContext, databaseId: string, at: Date): Promise<void> {
  const { host } = await findPlace(ctx, databaseId);
  const past = await readPastTimes(ctx, host);
  if (past === null) {
    throw new ServiceError("not_configured", "Restoring to a time needs backups, which the operator hasn't set up.");
  }
  const window = await readWindow(ctx, databaseId);
  if (window === null) {
    requireNoObstacle(past);
    const place = past.source === "backups" ? "in the backups" : "kept";
    throw notRestorable(`Nothing of this database is ${place} yet.`);
  }
  requireOutsideGaps(window, at);
  if (at >= new Date(window.from) && at <= new Date(window.to)) return;
  throw notRestorable(`Choose a time from ${firstSecond(window.from)} to ${lastSecond(window.to)}.`);
}

/** Throws `not_configured` with the reason for which the host isn't backed up. */
export function requireNoObstacle({ obstacle }: { obstacle: string | null }): void {
  if (obstacle === null) return;
  throw new ServiceError("not_configured", `The host of this database isn't backed up. ${obstacle}`);
}

/** Throws `time_not_restorable` with the nearest times before and after. */
export function requireOutsideGaps(window: RestoreWindow, at: Date): void {
  const gap = gapAt(window, at.toISOString());
  if (gap)
    throw notRestorable(
      `There's a gap there. Choose ${lastSecond(gap.from)} or earlier, or ${firstSecond(gap.until)} or later.`,
    );
}

function notRestorable(message: string): ServiceError {
  return new ServiceError("time_not_restorable", message, { details: [{ path: "at", message }] });
}

const SECOND_MS = 1_000;

/** Whole seconds are named, because forms and commands have no finer ones. */
function firstSecond(at: string): string {
  return new Date(Math.ceil(Date.parse(at) / SECOND_MS) * SECOND_MS).toISOString();
}

function lastSecond(at: string): string {
  return new Date(Math.floor(Date.parse(at) / SECOND_MS) * SECOND_MS).toISOString();
}
