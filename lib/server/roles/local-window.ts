import type { Environment } from "@/lib/core/env";
import { createLogger } from "@/lib/infra/logger";
import { crashPointOf } from "@/lib/infra/system";
import { findWindowRoom } from "../backups/local-window/room";
import { runLocalWindow } from "../backups/local-window/run";
import { yieldToOthers } from "../backups/prove/command";
import { askControlPlane } from "../backups/waiting-restores";
import { collectAtRest } from "../collect-at-rest";
import type { StopRequest } from "../supervise/stop-request";
import { abortedBy, runApart } from "./run-apart";

/** Keeps the last hours of the embedded host, until nothing is written any more or the process is asked to stop. */
export async function runLocalWindowProcess(environment: Environment, stopRequest: StopRequest): Promise<void> {
  const { dataDir, localWindow: settings, postgres, logLevel, crashAt } = environment;
  yieldToOthers();
  collectAtRest();
  const options = {
    ...{ dataDir, settings, postgresBin: postgres.bin, room: await findWindowRoom(dataDir) },
    ...{ logger: createLogger(logLevel), crashPoint: crashPointOf(crashAt) },
    restores: {
      isWaiting: async () => (await askControlPlane(environment)).isRestoreWaiting,
      restore: (signal: AbortSignal) => runApart(environment, "--restore-past", signal),
    },
  };
  await runLocalWindow(options, abortedBy(stopRequest));
  process.exit();
}
