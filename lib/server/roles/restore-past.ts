import type { Environment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { carryOutPastRestore } from "@/lib/hosting/past-restores/carry-out";
import { findNextPastRestore } from "@/lib/hosting/past-restores/find-next";
import { crashPointOf } from "@/lib/infra/system";
import { createRuntime } from "@/lib/runtime";
import { requirePast } from "../backups/local-window/past-place";
import { yieldToOthers } from "../backups/prove/command";
import { withRecovery } from "../backups/restore/bring-back";
import type { StopRequest } from "../supervise/stop-request";
import { abortedBy } from "./run-apart";

/** Carries out the restore whose turn it is, and ends. */
export async function runRestoreProcess(environment: Environment, stopRequest: StopRequest): Promise<void> {
  const { dataDir, postgres } = environment;
  const settings = requirePast({ ...environment, databaseUrl: null });
  yieldToOthers();
  const signal = abortedBy(stopRequest);
  const runtime = createRuntime(environment);
  await runtime.settings.renew();
  const ctx = runtime.context({
    actor: { kind: "operator", id: "backups" },
    requestId: createId("request", runtime.random),
  });
  const crashPoint = crashPointOf(environment.crashAt);
  const quiet = { onProgress: () => undefined, crashPoint, signal };
  const isDone = await withRecovery({ dataDir, settings, postgresBin: postgres.bin, ...quiet }, async (recovery) => {
    const databaseId = await findNextPastRestore(ctx);
    if (databaseId !== null) await carryOutPastRestore(ctx, recovery, databaseId);
  }).then(
    () => true,
    (error: unknown) => {
      if (!signal.aborted) runtime.log.error({ err: error }, "a database could not be restored");
      return signal.aborted;
    },
  );
  await runtime.close();
  process.exit(isDone ? 0 : 1);
}
