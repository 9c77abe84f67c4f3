import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";
import { addMailJob } from "@/lib/core/queue/add";
import { LOST_AFTER_SECONDS } from "./send";

const AT_ONCE = 500;

/** Adds a new job for queued mails whose job was lost with its worker or its queue. Returns how many there were. */
export async function requeueLostMails(ctx: Context): Promise<number> {
  const before = new Date(ctx.clock.now().getTime() - LOST_AFTER_SECONDS * 1_000);
  const lost = await ctx.db.$queryRaw<{ id: string; projectId: string | null }[]>(Prisma.sql`
    SELECT mail.id, mail.project_id AS "projectId" FROM mail_message mail
    LEFT JOIN graphile_worker.jobs job ON job.key = 'send-mail:' || mail.id
    WHERE mail.status = 'queued' AND mail.created_at < ${before} AND (job.id IS NULL
      OR job.locked_at < now() - make_interval(secs => ${LOST_AFTER_SECONDS}::double precision)
      OR (job.locked_at IS NULL AND job.attempts >= job.max_attempts))
    ORDER BY mail.created_at LIMIT ${AT_ONCE}`);
  for (const { id, projectId } of lost) await addMailJob(ctx, id, projectId);
  return lost.length;
}
