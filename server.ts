import { readEnvironment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { reuseCompiledCode } from "@/lib/server/compiled-code";
import { StopRequest } from "@/lib/server/supervise/stop-request";

/**
 * Runs one process of the service. Without COPPICE_ROLES it is the supervisor, which starts the others. Each loads only
 * its own code, since every loaded module stays in memory.
 */
async function main(): Promise<void> {
  reuseCompiledCode(import.meta.dirname);
  // First of all: a supervisor that is killed meanwhile must not leave a process with the port.
  const stopRequest = new StopRequest(parentOf(process.argv));
  if (process.argv.includes("--host-guard")) {
    const { runGuardProcess } = await import("@/lib/server/roles/host-guard");
    return runGuardProcess(process.argv.slice(2), stopRequest);
  }
  const environment = readEnvironment();
  if (process.argv.includes("--prepare")) {
    const { runPreparation } = await import("@/lib/server/run-preparation");
    return runPreparation(environment, stopRequest);
  }
  if (process.argv.includes("--backups")) {
    const { runBackupProcess } = await import("@/lib/server/roles/backups");
    return runBackupProcess(environment, stopRequest);
  }
  if (process.argv.includes("--prove")) {
    const { runProofProcess } = await import("@/lib/server/roles/backups");
    return runProofProcess(environment, stopRequest);
  }
  if (process.argv.includes("--local-window")) {
    const { runLocalWindowProcess } = await import("@/lib/server/roles/local-window");
    return runLocalWindowProcess(environment, stopRequest);
  }
  if (process.argv.includes("--restore-past")) {
    const { runRestoreProcess } = await import("@/lib/server/roles/restore-past");
    return runRestoreProcess(environment, stopRequest);
  }
  if (environment.roles !== null) {
    const { runRoles } = await import("@/lib/server/roles/run-roles");
    const loadRoutes = async () => (await import("@/app/route-table")).routes;
    const isHanded = process.argv.includes("--handed");
    return runRoles(environment, environment.roles, { stopRequest, loadRoutes, isHanded });
  }
  const { supervise } = await import("@/lib/server/supervise/supervise");
  return supervise(environment, stopRequest);
}

/** `--parent=<pid>` names the process with which this one ends; npm passes no signal on when it is killed. */
function parentOf(args: readonly string[]): number | null {
  const pid = args.map((arg) => /^--parent=(\d+)$/.exec(arg)?.[1]).find((found) => found !== undefined);
  return pid === undefined ? null : Number(pid);
}

try {
  await main();
} catch (error) {
  // Thrown on, it would go to Next, which keeps a process alive that has not started.
  if (error instanceof OperatorError) process.stderr.write(`${error.message}\n`);
  else
    (await import("@/lib/infra/logger")).createLogger("info").fatal({ err: error }, "the process could not be started");
  process.exit(1);
}
