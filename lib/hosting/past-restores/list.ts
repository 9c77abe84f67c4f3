import { getDatabaseInOrganisation, VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { BackupContext } from "./context";
import { readPastTimes } from "./past-times";
import { PAST_RESTORE_COLUMNS, type PastRestores, toPastRestore, UNFINISHED } from "./resource";
import { readWindow } from "./window";

const MAX_ITEMS = 50;

/** Returns the times as which a database can be restored, and its restores, newest first. Throws `database_not_found`. */
export async function listPastRestores(ctx: BackupContext, input: { databaseId: string }): Promise<PastRestores> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const { id } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const [past, window, lastSeconds, waiting, rows] = await Promise.all([
    readPastTimes(ctx),
    readWindow(ctx, id),
    findLastSeconds(ctx),
    ctx.db.pastRestore.count({ where: UNFINISHED }),
    ctx.db.pastRestore.findMany({
      where: { sourceId: id, organisationId, database: VISIBLE },
      orderBy: [{ createdAt: "desc" }, { databaseId: "asc" }],
      take: MAX_ITEMS,
      select: PAST_RESTORE_COLUMNS,
    }),
  ]);
  return {
    source: past?.source ?? null,
    window,
    lastSeconds,
    estimatedSeconds: window === null || lastSeconds === null ? null : lastSeconds * (waiting + 1),
    items: rows.map(toPastRestore),
  };
}

/** Every restore recovers the whole host, so the last one of anybody says how long the next takes; before, a proof does. */
async function findLastSeconds(ctx: BackupContext): Promise<number | null> {
  const last = await ctx.db.pastRestore.findFirst({
    where: { status: "done" },
    orderBy: { finishedAt: "desc" },
    select: { startedAt: true, finishedAt: true },
  });
  if (last?.startedAt && last.finishedAt)
    return Math.ceil((last.finishedAt.getTime() - last.startedAt.getTime()) / 1_000);
  const seconds = (await readPastTimes(ctx))?.recoverySeconds ?? null;
  return seconds === null ? null : Math.ceil(seconds);
}
