import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";

type NoPayload = Record<string, never>;

/** The jobs that can be queued and what each is given; lib/jobs/table.ts says what each does. */
export interface JobPayloads {
  "provision-database": { databaseId: string };
  "make-scheduled-restore-point": { databaseId: string };
  "sweep-restore-points": NoPayload;
  "send-mail": { mailId: string };
  "send-lock-notice": LockNotice;
  reconcile: NoPayload;
  "drop-shell-roles": NoPayload;
}

/** Tells a user that their account is locked for a while. */
export interface LockNotice {
  projectId: string;
  email: string;
  /** BCP 47. */
  locale: string;
  minutes: number;
}

/** Backoff is e^attempt seconds, so ten attempts go on for about an hour. */
const MAX_ATTEMPTS = 10;

interface JobOptions {
  /** There is one waiting job per key at a time; a new one takes the place of the old. */
  key?: string;
  maxAttempts?: number;
  /** By default the job runs at once. */
  runAt?: Date;
  delaySeconds?: number;
}

/** Queues a job in the caller's transaction: it exists exactly when the change it belongs to does. */
export async function addJob<Name extends keyof JobPayloads>(
  ctx: Context,
  name: Name,
  payload: JobPayloads[Name],
  { key, maxAttempts = MAX_ATTEMPTS, runAt, delaySeconds = 0 }: JobOptions = {},
): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    SELECT graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json, job_key => ${key ?? null}::text,
      max_attempts => ${maxAttempts}::int,
      run_at => coalesce(${runAt ?? null}::timestamptz, now() + make_interval(secs => ${delaySeconds}::double precision)))`);
}

/** By its key, a mail whose job was lost is found again (lib/sign-in/mail/requeue-lost.ts). */
export function addMailJob(ctx: Context, mailId: string): Promise<void> {
  return addJob(ctx, "send-mail", { mailId }, { key: `send-mail:${mailId}` });
}

/** Has the hosts compared with the rows in `delaySeconds`; asking again moves the one that waits instead of adding one. */
export function addReconcileJob(ctx: Context, delaySeconds: number): Promise<void> {
  return addJob(ctx, "reconcile", {}, { key: "reconcile", maxAttempts: 1, delaySeconds });
}

/** Has the shell roles looked at when the time of this one is over. */
export function addDropShellRolesJob(ctx: Context, shellRoleId: string, expiresAt: Date): Promise<void> {
  const key = `drop-shell-roles:${shellRoleId}`;
  return addJob(ctx, "drop-shell-roles", {}, { key, maxAttempts: 1, runAt: expiresAt });
}
