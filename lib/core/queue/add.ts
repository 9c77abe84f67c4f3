import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";

/** Tells a user that their account is locked for a while. */
export interface LockNotice {
  projectId: string;
  email: string;
  /** BCP 47. */
  locale: string;
  minutes: number;
}

/** Every background job that verbs add, and the payload it is given. */
export interface JobPayloads {
  "provision-database": { databaseId: string };
  "make-scheduled-restore-point": { databaseId: string };
  "sweep-restore-points": Record<string, never>;
  "send-mail": { mailId: string };
  "send-lock-notice": LockNotice;
}

/** Backoff is e^attempt seconds, so ten attempts go on for about an hour. */
const MAX_ATTEMPTS = 10;

/**
 * Queues a job in the caller's transaction: it exists exactly when the change it belongs to does. With a key there is
 * one such job at a time, and a new one takes the place of the old.
 */
export async function addJob<Name extends keyof JobPayloads>(
  ctx: Context,
  name: Name,
  payload: JobPayloads[Name],
  key: string | null = null,
): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    SELECT graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json, job_key => ${key}::text,
      max_attempts => ${MAX_ATTEMPTS}::int)`);
}

/** By its key, a mail whose job was lost is found again (lib/sign-in/mail/requeue-lost.ts). */
export function addMailJob(ctx: Context, mailId: string): Promise<void> {
  return addJob(ctx, "send-mail", { mailId }, `send-mail:${mailId}`);
}

/** Has the hosts compared with the rows in `delaySeconds`; asking again moves the one that waits instead of adding one. */
export async function addReconcileJob(ctx: Context, delaySeconds: number): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    SELECT graphile_worker.add_job('reconcile', '{}'::json, job_key => 'reconcile', max_attempts => 1,
      run_at => now() + make_interval(secs => ${delaySeconds}::double precision))`);
}

/** Has the shell roles looked at when the time of this one is over. */
export async function addDropShellRolesJob(ctx: Context, shellRoleId: string, expiresAt: Date): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    SELECT graphile_worker.add_job('drop-shell-roles', '{}'::json, job_key => ${`drop-shell-roles:${shellRoleId}`}::text,
      max_attempts => 1, run_at => ${expiresAt}::timestamptz)`);
}
