import type { Context } from "@/lib/core/context";
import { Prisma } from "@/lib/core/db/generated/client";

type NoPayload = Record<string, never>;

export interface JobPayloads {
  "provision-database": { databaseId: string };
  "make-scheduled-restore-point": { databaseId: string };
  "send-mail": { mailId: string };
  "send-lock-notice": LockNotice;
  "deliver-webhook": { deliveryId: string };
  "import-users": { projectId: string; importId: string };
  "run-in-background": { runId: string };
  "run-scheduled-function": { scheduleId: string; slot: string };
  reconcile: NoPayload;
  "drop-shell-roles": NoPayload;
  "exchange-with-guards": NoPayload;
}

export interface LockNotice {
  projectId: string;
  email: string;
  locale: string;
  minutes: number;
}

/** The backoff is e^attempt seconds, so ten attempts take about three and a half hours. */
const MAX_ATTEMPTS = 10;

interface JobOptions {
  /** The organisation or project whose job it is: owners take turns. `null` is the service itself. */
  owner: string | null;
  /** A new job replaces the waiting one of the same key. */
  key?: string;
  maxAttempts?: number;
  runAt?: Date;
  delaySeconds?: number;
}

/** Queues a job in the caller's transaction, so that it exists exactly when the change it belongs to does. */
export async function addJob<Name extends keyof JobPayloads>(
  ctx: Context,
  name: Name,
  payload: JobPayloads[Name],
  { owner, key, maxAttempts = MAX_ATTEMPTS, runAt, delaySeconds = 0 }: JobOptions,
): Promise<void> {
  await ctx.db.$executeRaw(Prisma.sql`
    SELECT graphile_worker.add_job(${name}::text, ${JSON.stringify(payload)}::json, job_key => ${key ?? null}::text,
      max_attempts => ${maxAttempts}::int, flags => ${owner === null ? null : [owner]}::text[],
      run_at => coalesce(${runAt ?? null}::timestamptz, now() + make_interval(secs => ${delaySeconds}::double precision)))`);
}

/** A mail whose job was lost is found again by this key (lib/sign-in/mail/requeue-lost.ts). */
export function addMailJob(ctx: Context, mailId: string, projectId: string | null): Promise<void> {
  return addJob(ctx, "send-mail", { mailId }, { owner: projectId, key: `send-mail:${mailId}` });
}

/**
 * The triggers that write events give their jobs the same key. The job wakes a worker, which takes the event whose turn
 * it is (lib/sign-in/webhooks/take-turn.ts): nobody owns it.
 */
export function addWebhookJob(ctx: Context, deliveryId: string, runAt: Date): Promise<void> {
  const key = `deliver-webhook:${deliveryId}`;
  return addJob(ctx, "deliver-webhook", { deliveryId }, { owner: null, key, runAt });
}

/** An import whose job was lost is found again by this key (lib/sign-in/user-imports/sweep.ts). */
export function addUserImportJob(ctx: Context, { projectId, importId }: JobPayloads["import-users"]): Promise<void> {
  return addJob(ctx, "import-users", { projectId, importId }, { owner: projectId, key: `import-users:${importId}` });
}

/** A run whose job was lost is found again by this key (lib/sql/background-runs/settle.ts). */
export function addBackgroundRunJob(ctx: Context, runId: string, organisationId: string): Promise<void> {
  return addJob(ctx, "run-in-background", { runId }, { owner: organisationId, key: `run-in-background:${runId}` });
}

interface ScheduledSlot {
  projectId: string;
  scheduleId: string;
  slot: Date;
}

/** One run for each slot: one that was begun is not begun again. */
export function addScheduledFunctionJob(ctx: Context, { projectId, scheduleId, slot }: ScheduledSlot): Promise<void> {
  const payload = { scheduleId, slot: slot.toISOString() };
  const key = `fn:${scheduleId}:${payload.slot}`;
  return addJob(ctx, "run-scheduled-function", payload, { owner: projectId, key, maxAttempts: 1 });
}

/** A second call moves the waiting job instead of adding one. */
export function addReconcileJob(ctx: Context, delaySeconds: number): Promise<void> {
  return addJob(ctx, "reconcile", {}, { owner: null, key: "reconcile", maxAttempts: 1, delaySeconds });
}

/** The guards of all hosts learn the limits of organisations soon, not only at the next minute. */
export function addGuardExchangeJob(ctx: Context): Promise<void> {
  return addJob(ctx, "exchange-with-guards", {}, { owner: null, key: "exchange-with-guards", maxAttempts: 1 });
}

export function addDropShellRolesJob(ctx: Context, shellRoleId: string, expiresAt: Date): Promise<void> {
  const key = `drop-shell-roles:${shellRoleId}`;
  return addJob(ctx, "drop-shell-roles", {}, { owner: null, key, maxAttempts: 1, runAt: expiresAt });
}
