import { requireAdministration } from "@/lib/core/access/require-member-permission";
import type { Environment } from "@/lib/core/env";
import { getDashboardProjectId } from "@/lib/people/accounts/dashboard-project";
import type { OperatorSettingsContext } from "@/lib/people/operator-settings/context";
import type { InstallationFact } from "./resource";
import type { StatusContext } from "./status-context";

type FactContext = StatusContext & OperatorSettingsContext;

/** Lists the facts of the installation beside the settings that can be changed at run time. */
export async function listInstallation(ctx: FactContext): Promise<InstallationFact[]> {
  requireAdministration(ctx);
  const { environment } = ctx.settings;
  const fact = (label: string, variable: string, value: string): InstallationFact => {
    return { label, variable, value, source: environment.variables.has(variable) ? "variable" : "default" };
  };
  const { s3, telemetry, billing, providers, operators, passwordRangeUrl, functions } = environment;
  return [
    fact("Environment", "COPPICE_ENV", environment.mode),
    fact("Address", "COPPICE_URL", environment.url),
    fact("Address of customers' content", "COPPICE_CONTENT_URL", environment.contentUrl),
    fact("Operators", "COPPICE_OPERATORS", named(operators)),
    await providersOf(ctx),
    fact("konnos", "KONNOS_ISSUER", providers.konnosIssuer ?? "Off"),
    fact("Breached passwords", "COPPICE_PASSWORD_RANGE_URL", originOf(passwordRangeUrl) ?? "Not checked"),
    fact("Redis", "REDIS_URL", environment.redisUrl === null ? "None: each process counts limits itself" : "Set"),
    fact("Objects", "COPPICE_S3_BUCKET", s3 === null ? "In the data folder" : `In the bucket ${s3.bucket}`),
    fact("Functions' header fields", "COPPICE_FUNCTIONS_HEADERS", functions.headers.join(", ") || "The usual ones"),
    fact("Billing", "COPPICE_BILLING", billing?.scheme ?? "Off"),
    fact("Traces and metrics", "OTEL_EXPORTER_OTLP_ENDPOINT", originOf(telemetry?.endpoint ?? null) ?? "Not sent"),
    fact("Metrics at /metrics", "COPPICE_METRICS_TOKEN", metricsOf(environment)),
    fact("Log", "LOG_LEVEL", environment.logLevel),
    fact("Requests in the log", "COPPICE_REQUEST_LOG", environment.requestLog),
  ];
}

async function providersOf(ctx: FactContext): Promise<InstallationFact> {
  const projectId = await getDashboardProjectId(ctx);
  const where = { projectId, isEnabled: true };
  const rows = await ctx.db.projectProvider.findMany({
    where,
    select: { provider: true },
    orderBy: { provider: "asc" },
  });
  const value = rows.map(({ provider }) => provider).join(", ") || "None";
  return { label: "Providers of the dashboard's sign-in", variable: null, value, source: "default" };
}

/** A page has room for some. */
const MOST_NAMED = 10;

function named(all: readonly string[]): string {
  const more = all.length - MOST_NAMED;
  return (
    all
      .slice(0, MOST_NAMED)
      .join(", ")
      .concat(more > 0 ? ` and ${more} more` : "") || "None"
  );
}

/** An address may hold a password or a token. */
function originOf(address: string | null): string | null {
  return address === null ? null : new URL(address).origin;
}

function metricsOf({ metricsToken, mode }: Environment): string {
  if (metricsToken !== null) return "For those with the token";
  return mode === "production" ? "Off" : "Open";
}
