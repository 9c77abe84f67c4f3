import type { Environment } from "@/lib/core/env";
import { createFunctions } from "@/lib/infra/workerd/create-functions";
import { findWithdrawn } from "@/lib/services/functions/find-withdrawn";
import { depthHeader } from "@/lib/services/functions/invocations/depth";
import { OutcomeRecorder } from "@/lib/services/functions/logs/recorder";
import { openFunctionDatabase } from "@/lib/services/functions/open-database";

type FunctionParts = Parameters<typeof openFunctionDatabase>[0] & ConstructorParameters<typeof OutcomeRecorder>[0];

/** The process that runs functions writes what became of their invocations. */
export function connectFunctions(environment: Environment, parts: FunctionParts) {
  const functions = createFunctions(environment, {
    connectDatabase: (id) => openFunctionDatabase(parts, id),
    depthHeader: ({ origin }, depth) =>
      [environment.url, environment.contentUrl].includes(origin) ? depthHeader(parts.sealer, depth) : null,
    findWithdrawn: (ids) => findWithdrawn(parts, ids),
    log: parts.log,
  });
  const outcomes = new OutcomeRecorder(parts);
  functions.onOutcome((outcome) => outcomes.record(outcome));
  return { functions, outcomes };
}
