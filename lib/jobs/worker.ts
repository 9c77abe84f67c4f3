import { Logger as GraphileLogger, parseCronItems, run, runMigrations, type TaskList } from "graphile-worker";
import type pg from "pg";
import type { Actor, Context } from "@/lib/core/context";
import { createId } from "@/lib/core/ids";
import { addReconcileJob, type JobPayloads } from "@/lib/core/queue/add";
import { failProvisioning, provisionDatabase } from "@/lib/hosting/databases/provision";
import { makeScheduledRestorePoint } from "@/lib/hosting/restore-points/make-scheduled";
import { queueScheduledRestorePoints } from "@/lib/hosting/restore-points/queue-scheduled";
import { sweepRestorePoints } from "@/lib/hosting/restore-points/sweep";
import { sweepSamples } from "@/lib/hosting/samples/sweep";
import { sampleDatabases } from "@/lib/hosting/samples/take-all";
import { dropShellRoles } from "@/lib/hosting/shell-connections/drop-due";
import { sweepIdempotencyRecords } from "@/lib/http/api/sweep-idempotency-records";
import { deleteDueAccounts } from "@/lib/people/account-deletion/delete-due";
import type { Runtime } from "@/lib/runtime";
import { sweepSecurityEvents } from "@/lib/sign-in/events/sweep";
import { requeueLostMails } from "@/lib/sign-in/mail/requeue-lost";
import { checkSenderDomains } from "@/lib/sign-in/mail/sender/check-all";
import { sweepMails } from "@/lib/sign-in/mail/sweep";
import { sweepProofs } from "@/lib/sign-in/mailbox/sweep";
import { sendLockNotice } from "@/lib/sign-in/password/lock-notice";
import { sweepSessions } from "@/lib/sign-in/sessions/sweep";
import { rotateAllSigningKeys } from "@/lib/sign-in/tokens/rotate-all";
import { settleStatementsOfCrashes, sweepStatements } from "@/lib/sql/statements/sweep";
import { type HostReport, reconcile } from "./reconcile";
import { sendMailTask } from "./send-mail";

const CONCURRENCY = 4;
/** Mails have workers of their own: a mail server that hangs keeps only mails waiting. */
const MAIL_CONCURRENCY = 5;
/** Jobs are announced by NOTIFY; the poll only finds those whose backoff is over, or whose notice was missed. */
const POLL_MS = 2_000;
const LOOK_AGAIN_AFTER_SECONDS = 10;

export const WORKER: Actor = { kind: "operator", id: "worker" };

/** Creates the queue's own schema, which must exist before the first job is added. */
export async function migrateJobs(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: quietLogger });
}

/** Runs jobs until `stop`, which lets those in hand finish. */
export async function startWorker(runtime: Runtime): Promise<{ stop(): Promise<void> }> {
  const shared = { pgPool: runtime.pool, pollInterval: POLL_MS, noHandleSignals: true, logger: loggerFor(runtime) };
  const context = contextsOf(runtime);
  const [jobs, mails] = await Promise.all([
    run({
      ...shared,
      concurrency: CONCURRENCY,
      taskList: tasks(context),
      parsedCronItems: parseCronItems([
        { task: "reconcile", match: "*/3 * * * *", identifier: "reconcile" },
        { task: "drop-shell-roles", match: "* * * * *", identifier: "drop-shell-roles" },
        { task: "sample-databases", match: "* * * * *", identifier: "sample-databases" },
        { task: "settle-data-changes", match: "* * * * *", identifier: "settle-data-changes" },
        { task: "sweep-statements", match: "12 * * * *", identifier: "sweep-statements" },
        { task: "sweep-samples", match: "22 * * * *", identifier: "sweep-samples" },
        { task: "rotate-signing-keys", match: "7 * * * *", identifier: "rotate-signing-keys" },
        { task: "sweep-proofs", match: "47 * * * *", identifier: "sweep-proofs" },
        { task: "delete-accounts", match: "57 * * * *", identifier: "delete-accounts" },
        { task: "sweep-sessions", match: "27 * * * *", identifier: "sweep-sessions" },
        { task: "sweep-idempotency-records", match: "17 * * * *", identifier: "sweep-idempotency-records" },
        { task: "requeue-lost-mails", match: "* * * * *", identifier: "requeue-lost-mails" },
        { task: "sweep-mails", match: "37 * * * *", identifier: "sweep-mails" },
        { task: "check-sender-domains", match: "47 * * * *", identifier: "check-sender-domains" },
        { task: "queue-restore-points", match: "*/5 * * * *", identifier: "queue-restore-points" },
        { task: "sweep-restore-points", match: "33 * * * *", identifier: "sweep-restore-points" },
      ]),
    }),
    run({
      ...shared,
      concurrency: MAIL_CONCURRENCY,
      taskList: { "send-mail": sendMailTask(context) },
      parsedCronItems: [],
    }),
    // Loaded now, so that the first mail need not wait and a later build cannot take its files away.
    import("@/lib/sign-in/mail/render"),
  ]);
  return { stop: async () => void (await Promise.all([jobs.stop(), mails.stop()])) };
}

function contextsOf(runtime: Runtime): () => Context {
  return () => runtime.context({ actor: WORKER, requestId: createId("request", runtime.random) });
}

function tasks(context: () => Context): TaskList {
  return {
    "provision-database": async (payload, { job }) => {
      const { databaseId } = payload as JobPayloads["provision-database"];
      const ctx = context();
      try {
        await provisionDatabase(ctx, { databaseId });
      } catch (error) {
        if (job.attempts >= job.max_attempts) await failProvisioning(ctx, databaseId, "The host did not make it.");
        throw error;
      }
    },
    reconcile: async () => {
      const ctx = context();
      const reports = await reconcile(ctx);
      if (reports.some(isUnsettled)) await addReconcileJob(ctx, LOOK_AGAIN_AFTER_SECONDS);
    },
    "drop-shell-roles": () => dropShellRoles(context()),
    "sample-databases": () => sampleDatabases(context()),
    "sweep-samples": () => sweepSamples(context()),
    "rotate-signing-keys": () => rotateAllSigningKeys(context()),
    "send-lock-notice": (payload) => sendLockNotice(context(), payload as JobPayloads["send-lock-notice"]),
    "sweep-security-events": () => sweepSecurityEvents(context()),
    "sweep-idempotency-records": () => sweepIdempotencyRecords(context()),
    "delete-accounts": () => deleteDueAccounts(context()),
    "sweep-proofs": () => sweepProofs(context()),
    "settle-data-changes": () => settleStatementsOfCrashes(context()),
    "sweep-statements": () => sweepStatements(context()),
    "sweep-sessions": () => sweepSessions(context()),
    "requeue-lost-mails": async () => void (await requeueLostMails(context())),
    "sweep-mails": () => sweepMails(context()),
    "check-sender-domains": () => checkSenderDomains(context()),
    "queue-restore-points": () => queueScheduledRestorePoints(context()),
    "make-scheduled-restore-point": async (payload) => {
      await makeScheduledRestorePoint(context(), payload as JobPayloads["make-scheduled-restore-point"]);
    },
    "sweep-restore-points": () => sweepRestorePoints(context()),
  };
}

/** Something a crash left is still there: its host did not answer, or its locks were not free yet. */
function isUnsettled(report: HostReport): boolean {
  return report.unreachable !== null || report.settled.some(({ outcome }) => outcome !== "settled");
}

const quietLogger = new GraphileLogger(() => () => {});

function loggerFor(runtime: Runtime): GraphileLogger {
  const log = runtime.log.child({ part: "jobs" });
  return new GraphileLogger(() => (level, message, meta) => {
    if (level === "error") log.error({ err: meta?.error }, message);
    else if (level === "warning") log.warn(message);
    else log.debug(message);
  });
}
