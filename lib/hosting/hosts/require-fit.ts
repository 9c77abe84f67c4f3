import type { Context } from "@/lib/core/context";
import { codeOf, isOfCertificate } from "@/lib/core/error-code";
import { HostUnavailableError, ServiceError } from "@/lib/core/errors";
import type { DatabaseHost, HostFacts } from "@/lib/core/ports/database-host";
import { SQLSTATE } from "@/lib/core/sql-state";
import { formatServerVersion, OLDEST_SERVER_VERSION_NUM } from "@/lib/core/version-floor";
import { faultOfLogins, faultsOf } from "./set-up";

/** Opens the adapter of a cluster by a connection string that no row has yet. */
export type OpenHost = (provisionerUrl: string) => DatabaseHost;

const REFUSED: readonly string[] = [SQLSTATE.invalidPassword, SQLSTATE.invalidAuthorizationSpecification];

/**
 * Looks at a cluster before databases are placed on it. Throws `host_unavailable` when it does not answer,
 * `invalid_request` when it is below the version floor or not set up as docs/hosts.md says. A cluster that has databases
 * may keep customers out for a while.
 */
export async function requireFit(
  ctx: Context,
  provisionerUrl: string,
  openHost: OpenHost,
  { isNew }: { isNew: boolean },
): Promise<HostFacts> {
  const host = openHost(provisionerUrl);
  try {
    const facts = await host.inspect();
    requireVersion(ctx, facts.serverVersionNum);
    const [fault] = faultsOf(await host.readSetUp());
    if (fault) throw new ServiceError("invalid_request", `The host's ${fault.part} ${fault.detail}. ${fault.advice}`);
    if (isNew) await requireLogins(host);
    return facts;
  } catch (error) {
    throw asKeptOut(error);
  } finally {
    await host.close();
  }
}

async function requireLogins(host: DatabaseHost): Promise<void> {
  const fault = faultOfLogins(await host.tryLogins());
  if (fault) throw new ServiceError("invalid_request", `The host isn't fit: ${fault.detail}. ${fault.advice}`);
}

function requireVersion(ctx: Context, serverVersionNum: number): void {
  const floor = Math.max(ctx.hosts.minimumVersionNum, OLDEST_SERVER_VERSION_NUM);
  if (serverVersionNum >= floor) return;
  const [found, needed] = [formatServerVersion(serverVersionNum), formatServerVersion(floor)];
  throw new ServiceError("invalid_request", `The host runs PostgreSQL ${found}. It must run ${needed} or later.`);
}

/** Returns the error with the operator's remedy where a host refuses the connection; any other error unchanged. */
export function asKeptOut(error: unknown): unknown {
  const message = whyKeptOut(error instanceof HostUnavailableError ? error.cause : error);
  return message === null ? error : new ServiceError("invalid_request", message, { cause: error });
}

/** Returns the operator's remedy for a connection that the string asks for; `null` where it is something else. */
function whyKeptOut(error: unknown): string | null {
  const code = codeOf(error) ?? "";
  if (REFUSED.includes(code)) {
    return "The host refuses the provisioner: check its password and the lines of pg_hba.conf.";
  }
  if (isOfCertificate(code)) {
    return `The host's certificate isn't trusted (${code}). If it comes from an authority of your own, add sslrootcert=<its file> to the connection string.`;
  }
  if (error instanceof Error && "syscall" in error && error.syscall === "open") {
    return `The file that the connection string names can't be read (${code}).`;
  }
  return null;
}
