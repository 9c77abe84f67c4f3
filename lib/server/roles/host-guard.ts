import { createLogger } from "@/lib/infra/logger";
import { collectAtRest } from "../collect-at-rest";
import { readGuardArguments } from "../host-guard/arguments";
import { runHostGuard } from "../host-guard/run";
import type { StopRequest } from "../supervise/stop-request";

/** Runs the guard whose cluster the arguments name, until the process is asked to stop. */
export async function runGuardProcess(args: readonly string[], stopRequest: StopRequest): Promise<void> {
  const options = readGuardArguments(args);
  const stopping = new AbortController();
  void stopRequest.requested.then(() => stopping.abort());
  // biome-ignore lint/style/noProcessEnv: the guard knows nothing else of the service's environment.
  const log = createLogger(process.env.LOG_LEVEL ?? "info");
  collectAtRest();
  await runHostGuard({ ...options, log }, stopping.signal);
  process.exit();
}
