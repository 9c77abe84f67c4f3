import { WORKER } from "@/lib/core/access/service-actor";
import type { Environment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { registerEmbeddedHost } from "@/lib/hosting/hosts/register-embedded";
import { requireCompleteKeyRing } from "@/lib/hosting/secrets/check";
import { dropDueShellConnections } from "@/lib/hosting/shell-connections/drop-due";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { reconcile } from "@/lib/jobs/reconcile";
import { migrateJobs } from "@/lib/jobs/worker";
import { ensureDashboardProject } from "@/lib/people/accounts/dashboard-project";
import { bootstrapOperatorOrganisation, formatBootstrap, isFirstRun } from "@/lib/people/organisations/bootstrap";
import { createRuntime, type ServiceContext } from "@/lib/runtime";
import type { EmbeddedHost } from "./supervise/preparation-messages";

/** The most databases and branches on the embedded host, which is for one machine. */
const EMBEDDED_CAPACITY = 1_000;

/**
 * Prepares a migrated control plane for the first request: the queue's schema, a complete key ring, the embedded host's
 * row, the dashboard's own project, and no trace of a crash. Returns whether nobody has an organisation yet.
 */
export async function prepare(environment: Environment, host: EmbeddedHost | null): Promise<{ isFirstRun: boolean }> {
  const runtime = createRuntime(environment);
  try {
    const ctx = runtime.context({ actor: WORKER, requestId: createId("request", runtime.random) });
    await migrateJobs(runtime.pool);
    await requireCompleteKeyRing(ctx);
    await runtime.settings.renew();
    if (host) await registerEmbedded(ctx, host);
    await ensureDashboardProject(ctx, { isSignUpOpen: runtime.settings.current.isSignUpOpen });
    await reconcile(ctx);
    await dropDueShellConnections(ctx);
    return { isFirstRun: await isFirstRun(ctx) };
  } finally {
    await runtime.close();
  }
}

/** Makes the operator's organisation on a prepared control plane, and hands over the text with its credentials. */
export async function completeFirstRun(environment: Environment, print: (text: string) => void): Promise<void> {
  const runtime = createRuntime(environment);
  try {
    const ctx = runtime.context({ actor: WORKER, requestId: createId("request", runtime.random) });
    await bootstrapOperatorOrganisation(ctx, {
      url: environment.url,
      isDevelopment: environment.mode === "development",
      announce: (bootstrap) => print(formatBootstrap(bootstrap)),
    });
  } finally {
    await runtime.close();
  }
}

async function registerEmbedded(ctx: ServiceContext, host: EmbeddedHost): Promise<void> {
  await registerEmbeddedHost(ctx, {
    ...host,
    capacity: EMBEDDED_CAPACITY,
    ...(await clusterOf(host)),
  });
}

async function clusterOf({ provisionerUrl, sharesBlocks }: EmbeddedHost) {
  const host = new PostgresHost({ provisionerUrl, sharesBlocks, onError: () => {} });
  try {
    const { serverVersionNum, systemIdentifier } = await host.inspect();
    return { serverVersionNum, systemIdentifier };
  } finally {
    await host.close();
  }
}
