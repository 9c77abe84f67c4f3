import type { LockNotice } from "@/lib/auth/password/lock-notice";
import type { Context } from "@/lib/context";
import { Prisma } from "@/lib/db/generated/client";

/** Every background job and what it is given. */
export interface JobPayloads {
  "provision-database": { databaseId: string };
  "send-mail": { mailId: string };
  "send-lock-notice": LockNotice;
}

/** Backoff is e^attempt seconds, so ten attempts go on for about an hour. */
const MAX_ATTEMPTS = 10;

/** Queues a job in the caller's transaction: it exists exactly when the change it belongs to does. */
export async function addJob<Name extends keyof JobPayloads>(
  ctx: Context,
  name: Name,
  payload: JobPayloads[Name],
): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    SELECT graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json, max_attempts => ${MAX_ATTEMPTS}::int)`);
}

/** Has the hosts compared with the rows in `delaySeconds`; asking again moves the one that waits instead of adding one. */
export async function addReconcileJob(ctx: Context, delaySeconds: number): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    SELECT graphile_worker.add_job('reconcile', '{}'::json, job_key => 'reconcile', max_attempts => 1,
      run_at => now() + make_interval(secs => ${delaySeconds}::double precision))`);
}
