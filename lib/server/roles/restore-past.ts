import { Client } from "pg";
import type { Environment } from "@/lib/core/env";
import { createId } from "@/lib/core/ids";
import { OperatorError } from "@/lib/core/operator-error";
import { carryOutPastRestore } from "@/lib/hosting/past-restores/carry-out";
import { findNextPastRestore } from "@/lib/hosting/past-restores/find-next";
import { crashPointOf } from "@/lib/infra/system";
import { createRuntime } from "@/lib/runtime";
import { yieldToOthers } from "../backups/prove/command";
import { withRecovery } from "../backups/restore/bring-back";
import type { StopRequest } from "../supervise/stop-request";

/** Returns whether a restore waits for its turn, or was cut short. */
export async function isRestoreWaiting({ databaseUrl }: Environment): Promise<boolean> {
  const client = new Client({ connectionString: databaseUrl ?? undefined });
  await client.connect();
  try {
    const { rowCount } = await client.query("SELECT FROM past_restore WHERE status IN ('waiting', 'running') LIMIT 1");
    return rowCount === 1;
  } finally {
    await client.end();
  }
}

/** Carries out the restore whose turn it is, and ends. */
export async function runRestoreProcess(environment: Environment, stopRequest: StopRequest): Promise<void> {
  const { backups: settings, dataDir, postgres } = environment;
  if (settings === null) throw new OperatorError("COPPICE_BACKUPS isn't set.");
  yieldToOthers();
  const stopping = new AbortController();
  void stopRequest.requested.then(() => stopping.abort());
  const runtime = createRuntime(environment);
  const ctx = runtime.context({
    actor: { kind: "operator", id: "backups" },
    requestId: createId("request", runtime.random),
  });
  const crashPoint = crashPointOf(environment.crashAt);
  const quiet = { onProgress: () => undefined, crashPoint, signal: stopping.signal };
  const isDone = await withRecovery({ dataDir, settings, postgresBin: postgres.bin, ...quiet }, async (recovery) => {
    const databaseId = await findNextPastRestore(ctx);
    if (databaseId !== null) await carryOutPastRestore(ctx, recovery, databaseId);
  }).then(
    () => true,
    (error: unknown) => {
      if (!stopping.signal.aborted) runtime.log.error({ err: error }, "a database could not be restored");
      return stopping.signal.aborted;
    },
  );
  await runtime.close();
  process.exit(isDone ? 0 : 1);
}
