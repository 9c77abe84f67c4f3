import { type Environment, readSecretKeys } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { createLogger } from "@/lib/infra/logger";
import { crashPointOf } from "@/lib/infra/system";
import { listRegisteredHosts } from "../backups/hosts/registered-host";
import { paceOf } from "../backups/pace";
import { proveBackups, yieldToOthers } from "../backups/prove/command";
import { runBackups } from "../backups/run";
import { askControlPlane } from "../backups/waiting-restores";
import { collectAtRest } from "../collect-at-rest";
import type { StopRequest } from "../supervise/stop-request";
import { abortedBy, runApart } from "./run-apart";

/** Makes the backups of the embedded databases until the process is asked to stop. */
export async function runBackupProcess(environment: Environment, stopRequest: StopRequest): Promise<void> {
  const { backups, secretKeys, dataDir } = environment;
  if (backups === null || secretKeys === null) throw new OperatorError("COPPICE_BACKUPS isn't set.");
  collectAtRest();
  const options = {
    ...{ dataDir, settings: backups, logger: createLogger(environment.logLevel) },
    ...{ readKeyRing: () => readSecretKeys(secretKeys), isElsewhere: environment.s3 !== null },
    pace: paceOf(backups),
    ...{ crashPoint: crashPointOf(environment.crashAt), postgresBin: environment.postgres.bin },
    prove: (signal: AbortSignal) => runApart(environment, "--prove", signal),
    restores: {
      isWaiting: async () => (await askControlPlane(environment)).isRestoreWaiting,
      restore: (signal: AbortSignal) => runApart(environment, "--restore-past", signal),
    },
    listHosts: () => listRegisteredHosts(environment),
  };
  await runBackups(options, abortedBy(stopRequest));
  process.exit();
}

/** Proves the newest backup, and ends. */
export async function runProofProcess(environment: Environment, stopRequest: StopRequest): Promise<void> {
  const { backups, dataDir, postgres } = environment;
  if (backups === null) throw new OperatorError("COPPICE_BACKUPS isn't set.");
  yieldToOthers();
  const signal = abortedBy(stopRequest);
  const options = {
    dataDir,
    postgresBin: postgres.bin,
    settings: backups,
    isElsewhere: environment.s3 !== null,
    isDueOnly: true,
    signal,
  };
  const quiet = { onProgress: () => undefined, crashPoint: crashPointOf(environment.crashAt) };
  await proveBackups({ ...options, ...quiet }).catch((error) => {
    if (!signal.aborted) throw error;
  });
  process.exit();
}
