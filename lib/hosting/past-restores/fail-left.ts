import type { BackupContext } from "./context";
import { failPastRestore } from "./fail";
import { lockOf } from "./lock";
import { readPastTimes } from "./past-times";
import { UNFINISHED } from "./resource";

/** The operator's command takes the lock of its restore a moment after it has recorded it. */
const SETTLED_AFTER_MS = 60_000;

/** Fails restores that nobody will carry out, since the service keeps nothing of the past any more. */
export async function failLeftPastRestores(ctx: BackupContext): Promise<void> {
  const createdAt = { lt: new Date(ctx.clock.now().getTime() - SETTLED_AFTER_MS) };
  const left = await ctx.db.pastRestore.findMany({
    where: { ...UNFINISHED, createdAt },
    select: {
      databaseId: true,
      organisationId: true,
      database: { select: { host: { select: { id: true, name: true } } } },
    },
  });
  for (const { database, ...restore } of left) {
    if ((await readPastTimes(ctx, database.host)) !== null) continue;
    const host = await ctx.hosts.get(database.host.id);
    await host.tryLock([lockOf(restore.databaseId)], (session) =>
      failPastRestore(ctx, session, restore, "The operator switched off keeping the past before it was restored."),
    );
  }
}
