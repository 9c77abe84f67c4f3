import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { readSettings } from "@/lib/sign-in/projects/stored-settings";

const DAY_MS = 86_400_000;
/** Events are deleted in parts, so that no statement holds its locks for long. */
const BATCH = 10_000;

export async function sweepSecurityEvents(ctx: Context): Promise<void> {
  const projects = await ctx.db.project.findMany({ select: { id: true, settings: true } });
  for (const { id, settings } of projects) {
    try {
      const { retentionDays } = readSettings(settings).events;
      await sweepBefore(ctx, id, new Date(ctx.clock.now().getTime() - retentionDays * DAY_MS));
    } catch (error) {
      // Settings that cannot be read fail their own project, not the others.
      ctx.log.error({ err: error, projectId: id }, "the security events of a project were not swept");
    }
  }
}

async function sweepBefore(ctx: Context, projectId: string, before: Date): Promise<void> {
  let deleted: number;
  do {
    deleted = await ctx.db.$executeRaw(Prisma.sql`
      delete from security_event where id in (
        select id from security_event where project_id = ${projectId} and created_at < ${before} limit ${BATCH})`);
  } while (deleted === BATCH);
}
