import { ServiceError } from "@/lib/core/errors";
import { EMBEDDED_HOST_NAME } from "@/lib/hosting/hosts/register-embedded";
import type { BackupContext } from "./context";

interface Window {
  from: Date;
  to: Date;
}

/** Returns the times as which a database can be restored; `null` where nothing of it is in backups yet. */
export async function readWindow(ctx: BackupContext, databaseId: string): Promise<Window | null> {
  const backups = await ctx.readBackups();
  const database = await ctx.db.database.findUniqueOrThrow({
    where: { id: databaseId },
    select: { createdAt: true, host: { select: { name: true } } },
  });
  if (database.host.name !== EMBEDDED_HOST_NAME || !backups?.restorableFrom || !backups.restorableTo) return null;
  const from = new Date(Math.max(backups.restorableFrom.getTime(), database.createdAt.getTime()));
  return from > backups.restorableTo ? null : { from, to: backups.restorableTo };
}

/** Throws `not_configured` where no backups are made, and `time_not_restorable`. */
export async function requireInWindow(ctx: BackupContext, databaseId: string, at: Date): Promise<void> {
  if ((await ctx.readBackups()) === null) {
    throw new ServiceError("not_configured", "Restoring to a time needs backups, which the operator hasn't set up.");
  }
  const window = await readWindow(ctx, databaseId);
  if (window === null) throw notRestorable("Nothing of this database is in the backups yet.");
  if (at >= window.from && at <= window.to) return;
  const [from, to] = [window.from.toISOString(), window.to.toISOString()];
  throw notRestorable(`Choose a time from ${from} to ${to}.`);
}

function notRestorable(message: string): ServiceError {
  return new ServiceError("time_not_restorable", message, { details: [{ path: "at", message }] });
}
