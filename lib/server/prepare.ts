import type { Environment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { registerEmbeddedHost } from "@/lib/hosting/hosts/register-embedded";
import { requireCompleteKeyRing } from "@/lib/hosting/secrets/check";
import { dropDueShellConnections } from "@/lib/hosting/shell-connections/drop-due";
import { PostgresHost } from "@/lib/infra/postgres-host/postgres-host";
import { reconcile } from "@/lib/jobs/reconcile";
import { migrateJobs, WORKER } from "@/lib/jobs/worker";
import { ensureDashboardProject } from "@/lib/people/accounts/dashboard-project";
import { bootstrapOperatorOrganisation, formatBootstrap } from "@/lib/people/organisations/bootstrap";
import { createRuntime } from "@/lib/runtime";
import type { EmbeddedPostgres } from "@/lib/server/embedded-postgres/start";

/** The most databases and branches on the embedded host, which is for one machine. */
const EMBEDDED_CAPACITY = 1_000;

/**
 * Prepares a migrated control plane for the first request: the queue's schema, a
 * complete key ring, the embedded host's row, the dashboard's own project, the operator's organisation, and no trace of
 * a crash. Returns the text to print on the first run, or `null`.
 */
export async function prepare(environment: Environment, embedded: EmbeddedPostgres | null): Promise<string | null> {
  const runtime = createRuntime(environment);
  try {
    const ctx = runtime.context({ actor: WORKER, requestId: createId("request", runtime.random) });
    await migrateJobs(runtime.pool);
    await requireCompleteKeyRing(ctx);
    if (embedded) await registerEmbedded(ctx, embedded);
    await ensureDashboardProject(ctx, { isSignUpOpen: environment.isSignUpOpen });
    const bootstrap = await bootstrapOperatorOrganisation(ctx, { url: environment.url });
    await reconcile(ctx);
    await dropDueShellConnections(ctx);
    return bootstrap && formatBootstrap(bootstrap);
  } finally {
    await runtime.close();
  }
}

async function serverVersionOf({ provisionerUrl, sharesBlocks }: EmbeddedPostgres["host"]): Promise<number> {
  const host = new PostgresHost({ provisionerUrl, sharesBlocks, onError: () => {} });
  try {
    return (await host.inspect()).serverVersionNum;
  } finally {
    await host.close();
  }
}

async function registerEmbedded(ctx: Parameters<typeof registerEmbeddedHost>[0], embedded: EmbeddedPostgres) {
  const { host } = embedded;
  await registerEmbeddedHost(ctx, {
    provisionerUrl: host.provisionerUrl,
    publicHost: host.address,
    publicPort: host.port,
    capacity: EMBEDDED_CAPACITY,
    sharesBlocks: host.sharesBlocks,
    serverVersionNum: await serverVersionOf(host),
  });
}
