import { getDatabaseInOrganisation, VISIBLE } from "@/lib/core/access/databases";
import { requirePermission } from "@/lib/core/access/require-permission";
import type { BackupContext } from "./context";
import { type PastHost, readPastTimes } from "./past-times";
import { PAST_RESTORE_COLUMNS, type PastRestores, toPastRestore, UNFINISHED } from "./resource";
import { findPlace, readWindow } from "./window";

const MAX_ITEMS = 50;

/** Returns the times as which a database can be restored, and its restores, newest first. Throws `database_not_found`. */
export async function listPastRestores(ctx: BackupContext, input: { databaseId: string }): Promise<PastRestores> {
  const { organisationId } = requirePermission(ctx.actor, "databases:read");
  const { id } = await getDatabaseInOrganisation(ctx, organisationId, input.databaseId);
  const { host } = await findPlace(ctx, id);
  const past = await readPastTimes(ctx, host);
  const [window, lastSeconds, before, rows] = await Promise.all([
    readWindow(ctx, id),
    findLastSeconds(ctx, host),
    secondsBefore(ctx),
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
    estimatedSeconds: window === null || lastSeconds === null ? null : before + lastSeconds,
    items: rows.map(toPastRestore),
  };
}

/** Every restore recovers the whole host, so the last one of anybody there says how long the next takes; before, a proof does. */
async function findLastSeconds(ctx: BackupContext, host: PastHost): Promise<number | null> {
  const last = await ctx.db.pastRestore.findFirst({
    where: { status: "done", database: { hostId: host.id } },
    orderBy: { finishedAt: "desc" },
    select: { startedAt: true, finishedAt: true },
  });
  if (last?.startedAt && last.finishedAt)
    return Math.ceil((last.finishedAt.getTime() - last.startedAt.getTime()) / 1_000);
  const seconds = (await readPastTimes(ctx, host))?.recoverySeconds ?? null;
  return seconds === null ? null : Math.ceil(seconds);
}

/** Returns how long those take that wait on any host: only one is carried out at a time. */
async function secondsBefore(ctx: BackupContext): Promise<number> {
  const waiting = await ctx.db.pastRestore.findMany({
    where: UNFINISHED,
    select: { database: { select: { host: { select: { id: true, name: true } } } } },
  });
  const hosts = new Map(waiting.map(({ database: { host } }) => [host.id, host]));
  let sum = 0;
  for (const host of hosts.values()) {
    const count = waiting.filter(({ database }) => database.host.id === host.id).length;
    sum += count * ((await findLastSeconds(ctx, host)) ?? 0);
  }
  return sum;
}
