import { once } from "node:events";
import { type Environment, readSecretKeys, roleVariables } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { createLogger } from "@/lib/infra/logger";
import { crashPointOf } from "@/lib/infra/system";
import { paceOf } from "../backups/pace";
import { proveBackups, yieldToOthers } from "../backups/prove/command";
import { runBackups } from "../backups/run";
import { collectAtRest } from "../collect-at-rest";
import { forkSelf } from "../supervise/role-process";
import type { StopRequest } from "../supervise/stop-request";
import { isRestoreWaiting } from "./restore-past";

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
      isWaiting: () => isRestoreWaiting(environment),
      restore: (signal: AbortSignal) => runApart(environment, "--restore-past", signal),
    },
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
    signal,
  };
  const quiet = { onProgress: () => undefined, crashPoint: crashPointOf(environment.crashAt) };
  await proveBackups({ ...options, ...quiet }).catch((error) => {
    if (!signal.aborted) throw error;
  });
  process.exit();
}

/** In a process of its own, a recovery takes the memory and the time of nothing that has to go on. */
async function runApart(environment: Environment, argument: string, signal: AbortSignal): Promise<void> {
  const child = forkSelf(roleVariables(environment, []), [argument]);
  const end = () => child.kill("SIGTERM");
  signal.addEventListener("abort", end);
  try {
    const [code, killedBy] = await once(child, "exit");
    if (code !== 0) throw new OperatorError(`The process with ${argument} ended (${killedBy ?? code}).`);
  } finally {
    signal.removeEventListener("abort", end);
  }
}

function abortedBy({ requested }: StopRequest): AbortSignal {
  const stopping = new AbortController();
  void requested.then(() => stopping.abort());
  return stopping.signal;
}
