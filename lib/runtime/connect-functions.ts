import type { Registry } from "prom-client";
import type { Environment } from "@/lib/core/env";
import { systemRandom } from "@/lib/infra/system";
import { createFunctions } from "@/lib/infra/workerd/create-functions";
import { findWithdrawn } from "@/lib/services/functions/find-withdrawn";
import { depthHeader } from "@/lib/services/functions/invocations/depth";
import { OutcomeRecorder } from "@/lib/services/functions/logs/recorder";
import { type FunctionDatabaseContext, openFunctionDatabase } from "@/lib/services/functions/open-database";
import { takeOverMadeByFunctions } from "@/lib/services/functions/take-over-made";

type FunctionParts = Omit<FunctionDatabaseContext, "random"> &
  ConstructorParameters<typeof OutcomeRecorder>[0] & { registry: Registry };

/** The process that runs functions writes the outcome of their invocations. */
export function connectFunctions(environment: Environment, parts: FunctionParts) {
  const databaseContext = { ...parts, random: systemRandom };
  const functions = createFunctions(environment, {
    databases: {
      connect: (owner) => openFunctionDatabase(databaseContext, owner),
      takeOver: (id) =>
        takeOverMadeByFunctions(databaseContext, id).catch((error: unknown) =>
          parts.log.warn({ err: error, databaseId: id }, "the objects that functions made could not be taken over yet"),
        ),
    },
    service: { url: environment.url, contentUrl: environment.contentUrl },
    depthHeader: ({ origin }, depth) =>
      [environment.url, environment.contentUrl].includes(origin) ? depthHeader(parts.sealer, depth) : null,
    findWithdrawn: (ids) => findWithdrawn(parts, ids),
    ...{ registry: parts.registry, log: parts.log },
  });
  const outcomes = new OutcomeRecorder(parts);
  functions.onOutcome((outcome) => outcomes.record(outcome));
  return { functions, outcomes };
}
