import { once } from "node:events";
import type { Environment } from "@/lib/core/env";
import { OperatorError } from "@/lib/core/operator-error";
import { createLogger } from "@/lib/infra/logger";
import { describeMigration, migrate } from "./migrations/migrate";
import { completeFirstRun, prepare } from "./prepare";
import { showCredentials } from "./show-credentials";
import type { FromPreparation, ToPreparation } from "./supervise/preparation-messages";
import type { StopRequest } from "./supervise/stop-request";
import { settleUpgrade } from "./upgrade-copies/settle";

/** The supervisor may be gone, and so cannot end a process that hangs. */
const STOP_MILLISECONDS = 8_000;

/**
 * Brings the control plane up to date, says so to the supervisor, and ends. On the first run it stays until the service
 * answers requests, makes the operator's organisation then and shows its credentials.
 */
export async function runPreparation(environment: Environment, stopRequest: StopRequest): Promise<void> {
  try {
    await run(environment, stopRequest);
  } catch (error) {
    if (error instanceof OperatorError) throw error;
    createLogger(environment.logLevel).fatal({ err: error }, "the control plane could not be prepared");
    process.exit(1);
  }
  process.exit(0);
}

async function run(environment: Environment, stopRequest: StopRequest): Promise<void> {
  const stopped = stopRequest.requested.then(() => null);
  const asked = await Promise.race([nextMessage(), stopped]);
  if (asked?.type !== "prepare") return;
  if (environment.databaseUrl === null) throw new OperatorError("DATABASE_URL isn't set.");
  const applied = await migrate(environment.databaseUrl);
  if (stopRequest.isRequested) return;
  // A migration is never cut in its midst; the steps after it may be.
  void stopped.then(() => setTimeout(() => process.exit(1), STOP_MILLISECONDS).unref());
  const { isFirstRun } = await prepare(environment, asked.host);
  if (asked.host) await settleUpgrade(environment.dataDir);
  if (!isFirstRun && applied.length > 0) process.stdout.write(`${describeMigration(applied)}\n`);
  const serving = nextMessage();
  tell({ type: "prepared" });
  if (!isFirstRun || !(await Promise.race([serving, stopped]))) return;
  await completeFirstRun(environment, (text) => showCredentials(environment, text));
}

async function nextMessage(): Promise<ToPreparation> {
  const [message] = await once(process, "message");
  return message;
}

/** A supervisor that is gone is noticed by the stop request. */
function tell(message: FromPreparation): void {
  if (process.connected) process.send?.(message, () => undefined);
}
