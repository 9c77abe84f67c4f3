import { type Environment, readSecretKeys } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { createLogger } from "@/lib/infra/logger";
import { crashAt, noCrashPoint } from "@/lib/infra/system";
import { runBackups } from "../backups/run";
import { collectAtRest } from "../collect-at-rest";
import type { StopRequest } from "../supervise/stop-request";

/** Makes the backups of the embedded databases until the process is asked to stop. */
export async function runBackupProcess(environment: Environment, stopRequest: StopRequest): Promise<void> {
  const { backups, secretKeys, dataDir, crashAt: point } = environment;
  if (backups === null || secretKeys === null) throw new OperatorError("COPPICE_BACKUPS isn't set.");
  const stopping = new AbortController();
  void stopRequest.requested.then(() => stopping.abort());
  collectAtRest();
  const options = {
    ...{ dataDir, settings: backups, logger: createLogger(environment.logLevel) },
    ...{ readKeyRing: () => readSecretKeys(secretKeys), isElsewhere: environment.s3 !== null },
    crashPoint: point === null ? noCrashPoint : crashAt(point),
  };
  await runBackups(options, stopping.signal);
  process.exit();
}
