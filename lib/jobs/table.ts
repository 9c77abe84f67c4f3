import type { JobPayloads } from "@/lib/core/queue/add";
import { provisionQueuedDatabase } from "@/lib/hosting/databases/provision";
import { dropDueDatabases } from "@/lib/hosting/deleted-databases/drop";
import { exchangeWithGuards } from "@/lib/hosting/guard/exchange-all";
import { sweepHostEvents } from "@/lib/hosting/guard/sweep";
import { sweepOperations } from "@/lib/hosting/operations/sweep";
import { failLeftPastRestores } from "@/lib/hosting/past-restores/fail-left";
import { makeScheduledRestorePoint } from "@/lib/hosting/restore-points/make-scheduled";
import { queueScheduledRestorePoints } from "@/lib/hosting/restore-points/queue-scheduled";
import { sweepRestorePoints } from "@/lib/hosting/restore-points/sweep";
import { sweepSamples } from "@/lib/hosting/samples/sweep";
import { sampleDatabases } from "@/lib/hosting/samples/take-all";
import { dropDueShellConnections } from "@/lib/hosting/shell-connections/drop-due";
import { sweepIdempotencyRecords } from "@/lib/http/api/sweep-idempotency-records";
import { deleteDueAccounts } from "@/lib/people/account-deletion/delete-due";
import { sweepAuditEvents } from "@/lib/people/audit/sweep";
import { endPastDueGrace } from "@/lib/services/billing/end-grace";
import { sweepBillingEvents } from "@/lib/services/billing/sweep";
import { sweepInstances } from "@/lib/services/deploys/sweep";
import { endLostDeployments } from "@/lib/services/functions/deployments/end-lost";
import { sweepDeployments } from "@/lib/services/functions/deployments/sweep";
import { sweepFunctionLogs } from "@/lib/services/functions/logs/sweep";
import { queueDueSchedules } from "@/lib/services/functions/schedules/queue-due";
import { runScheduledFunction } from "@/lib/services/functions/schedules/run";
import { sweepRequestLog } from "@/lib/services/project-logs/sweep";
import { reconcileStorage } from "@/lib/services/storage/bytes/reconcile";
import { sweepVersions } from "@/lib/services/storage/bytes/sweep";
import { sweepUploads } from "@/lib/services/storage/uploads/sweep";
import { sweepUsage } from "@/lib/services/usage/sweep";
import { countClosedHours } from "@/lib/sign-in/events/sign-in-counts/count-closed-hours";
import { sweepSecurityEvents } from "@/lib/sign-in/events/sweep";
import { requeueLostMails } from "@/lib/sign-in/mail/requeue-lost";
import { sendQueuedMail } from "@/lib/sign-in/mail/send";
import { CHECK_MINUTE, checkSenderDomains } from "@/lib/sign-in/mail/sender/check-all";
import { sweepMails } from "@/lib/sign-in/mail/sweep";
import { sweepProofs } from "@/lib/sign-in/mailbox/sweep";
import { sendLockNotice } from "@/lib/sign-in/password/lock-notice";
import { purgeDeletedProjects } from "@/lib/sign-in/projects/purge";
import { sweepSessions } from "@/lib/sign-in/sessions/sweep";
import { checkSsoDomains } from "@/lib/sign-in/sso/domains/check-all";
import { refreshAllSsoMetadata } from "@/lib/sign-in/sso/metadata/refresh-all";
import { rotateAllSigningKeys } from "@/lib/sign-in/tokens/rotate-all";
import { sweepUserImports } from "@/lib/sign-in/user-imports/sweep";
import { workOnUserImport } from "@/lib/sign-in/user-imports/work";
import { sweepOrganisationInvitations } from "@/lib/sign-in/user-organisations/sweep";
import { endDueBans } from "@/lib/sign-in/users/end-due-bans";
import { requeueLostWebhooks } from "@/lib/sign-in/webhooks/requeue-lost";
import { sweepWebhooks } from "@/lib/sign-in/webhooks/sweep";
import { takeDeliveryTurn } from "@/lib/sign-in/webhooks/take-turn";
import { settleBackgroundRuns } from "@/lib/sql/background-runs/settle";
import { workOnBackgroundRun } from "@/lib/sql/background-runs/work";
import { settleStatementsOfCrashes, sweepStatements } from "@/lib/sql/statements/sweep";
import type { JobContext } from "./job-context";
import { reconcileUntilSettled } from "./reconcile";
import type { TakeTurn } from "./turns";

interface Attempt {
  isLast: boolean;
  /** The signal is aborted when the worker stops. */
  signal: AbortSignal;
}

interface JobOptions {
  /** A cron expression in UTC, for a job that also runs without being queued. */
  every?: string;
  /** The job has this many workers of its own; by default it shares those of the other jobs. */
  workers?: number;
  /** A job with workers of its own is told at once that the worker stops, not after seconds in which it might end. */
  stopsAtOnce?: boolean;
}

interface QueuedJob<Payload> extends JobOptions {
  /** Does the work. When it throws, the queue tries again after e, e², e³ … seconds, up to the job's attempts. */
  run(ctx: JobContext, payload: Payload, attempt: Attempt): Promise<unknown>;
}

/** A job that only says that there is work in rows, of which a worker takes the next in turn. */
interface TurnJob extends JobOptions {
  takeTurn: TakeTurn;
}

/** The owners of jobs share the workers in turns (lib/core/queue/shared-places.ts). */
export type Job<Payload> = QueuedJob<Payload> | TurnJob;

export const JOBS = {
  "provision-database": { run: provisionQueuedDatabase },
  "make-scheduled-restore-point": { run: makeScheduledRestorePoint },
  "send-lock-notice": { run: sendLockNotice },
  // A mail server that hangs then delays mails alone. One project has half of the workers at most, here and below.
  "send-mail": { run: sendQueuedMail, workers: 10 },
  // A worker waits most of the time; each endpoint has a few of them at most.
  "deliver-webhook": { takeTurn: takeDeliveryTurn, workers: 40 },
  // One takes minutes, which other jobs do not wait for.
  "import-users": { run: workOnUserImport, workers: 4 },
  // One takes an hour at most, and waits for the database most of the time.
  "run-in-background": { run: workOnBackgroundRun, workers: 32, stopsAtOnce: true },
  // A run takes minutes at most, and waits for the function most of the time.
  "run-scheduled-function": { run: runScheduledFunction, workers: 32 },
  "queue-scheduled-functions": { run: queueDueSchedules, every: "* * * * *" },
  "end-lost-deployments": { run: endLostDeployments, every: "* * * * *" },
  reconcile: { run: reconcileUntilSettled, every: "*/3 * * * *" },
  "drop-shell-roles": { run: dropDueShellConnections, every: "* * * * *" },
  "sample-databases": { run: sampleDatabases, every: "* * * * *" },
  "exchange-with-guards": { run: exchangeWithGuards, every: "* * * * *" },
  "fail-left-past-restores": { run: failLeftPastRestores, every: "* * * * *" },
  "settle-background-runs": { run: settleBackgroundRuns, every: "* * * * *" },
  "settle-data-changes": { run: settleStatementsOfCrashes, every: "* * * * *" },
  "end-due-bans": { run: endDueBans, every: "* * * * *" },
  "requeue-lost-mails": { run: requeueLostMails, every: "* * * * *" },
  "requeue-lost-webhooks": { run: requeueLostWebhooks, every: "* * * * *" },
  "sweep-uploads": { run: sweepUploads, every: "* * * * *" },
  "sweep-object-versions": { run: sweepVersions, every: "* * * * *" },
  "reconcile-storage": { run: reconcileStorage, every: "8 3 * * *" },
  "sweep-user-imports": { run: sweepUserImports, every: "* * * * *" },
  "queue-restore-points": { run: queueScheduledRestorePoints, every: "*/5 * * * *" },
  "sweep-host-events": { run: sweepHostEvents, every: "2 * * * *" },
  "rotate-signing-keys": { run: rotateAllSigningKeys, every: "7 * * * *" },
  "end-past-due-grace": { run: endPastDueGrace, every: "10 * * * *" },
  "sweep-statements": { run: sweepStatements, every: "12 * * * *" },
  "sweep-idempotency-records": { run: sweepIdempotencyRecords, every: "17 * * * *" },
  "count-sign-ins": { run: countClosedHours, every: "18 * * * *" },
  "sweep-samples": { run: sweepSamples, every: "22 * * * *" },
  "sweep-sessions": { run: sweepSessions, every: "27 * * * *" },
  "drop-deleted-databases": { run: dropDueDatabases, every: "29 * * * *" },
  "sweep-restore-points": { run: sweepRestorePoints, every: "33 * * * *" },
  "sweep-webhooks": { run: sweepWebhooks, every: "35 * * * *" },
  "sweep-mails": { run: sweepMails, every: "37 * * * *" },
  "sweep-security-events": { run: sweepSecurityEvents, every: "42 * * * *" },
  "sweep-proofs": { run: sweepProofs, every: "47 * * * *" },
  "check-sso-domains": { run: checkSsoDomains, every: "37 4 * * *" },
  "refresh-sso-metadata": { run: refreshAllSsoMetadata, every: "*/10 * * * *" },
  "check-sender-domains": { run: checkSenderDomains, every: `${CHECK_MINUTE} * * * *` },
  "purge-deleted-projects": { run: purgeDeletedProjects, every: "54 * * * *" },
  "sweep-organisation-invitations": { run: sweepOrganisationInvitations, every: "50 * * * *" },
  "sweep-function-logs": { run: sweepFunctionLogs, every: "29 * * * *" },
  "sweep-request-log": { run: sweepRequestLog, every: "*/10 * * * *" },
  "sweep-audit-events": { run: sweepAuditEvents, every: "14 2 * * *" },
  "sweep-operations": { run: sweepOperations, every: "24 2 * * *" },
  "sweep-deployments": { run: sweepDeployments, every: "34 2 * * *" },
  "sweep-billing-events": { run: sweepBillingEvents, every: "44 2 * * *" },
  "sweep-service-instances": { run: sweepInstances, every: "59 4 * * *" },
  "sweep-usage": { run: sweepUsage, every: "52 * * * *" },
  "delete-accounts": { run: deleteDueAccounts, every: "57 * * * *" },
} satisfies { [Name in keyof JobPayloads]: Job<JobPayloads[Name]> } & Record<string, Job<never>>;
