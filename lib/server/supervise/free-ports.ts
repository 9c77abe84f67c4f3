import { setTimeout as delay } from "node:timers/promises";
import type { Environment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { SERVICE } from "@/lib/core/service";
import { findLockHolder } from "../data-folder/data-folder-lock";
import { ensureDataFolder, isPortFree } from "../data-folder/instance-state";

/** The web process of a supervisor that was killed needs a moment to notice. */
const PORT_PATIENCE_MILLISECONDS = 3_000;

/** Throws `OperatorError` where another program, or this service on the same data folder, has a port of the service. */
export async function requireFreePorts(environment: Environment): Promise<void> {
  await requireFreePort(environment, environment.port, "PORT");
  await requireFreePort(environment, environment.contentPort, "COPPICE_CONTENT_PORT");
}

async function requireFreePort({ host, dataDir, databaseUrl }: Environment, port: number, variable: string) {
  const deadline = performance.now() + PORT_PATIENCE_MILLISECONDS;
  const isFree = () =>
    isPortFree(port, host).catch((cause: NodeJS.ErrnoException) => {
      const advice = "Set HOST to an address of this machine.";
      throw new OperatorError(`Can't listen on ${host} (${cause.code}). ${advice}`, { cause });
    });
  while (!(await isFree())) {
    if (databaseUrl === null) await requireNotRunning(dataDir);
    if (performance.now() > deadline) {
      const advice = `Stop it, or choose another port with ${variable}.`;
      throw new OperatorError(`Port ${port} is in use by another program. ${advice}`);
    }
    await delay(50);
  }
}

async function requireNotRunning(dataDir: string): Promise<void> {
  await ensureDataFolder(dataDir);
  const pid = await findLockHolder(dataDir);
  if (pid !== null) throw new OperatorError(`${SERVICE.name} is already running on ${dataDir} (pid ${pid}).`);
}
