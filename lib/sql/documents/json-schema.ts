import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { ServiceError } from "@/lib/core/errors";
import { startPatience } from "@/lib/core/patience";
import { FairQueue } from "@/lib/core/queue/fair-queue";
import type { SchemaAnswer, SchemaFault, SchemaTask } from "./json-schema-worker";

const MAX_SCHEMA_BYTES = 65_536;
/** A pattern or a schema can be made to run for ever, so one request has this long for all its documents. */
const BUDGET_MS = 2_000;
const RESOURCE_LIMITS = { maxOldGenerationSizeMb: 192, maxYoungGenerationSizeMb: 16, stackSizeMb: 4 };
/** Further requests wait, of one organisation after the other: the processor serves others too. */
const workers = new FairQueue({
  ...{ places: 2, waitingOfOwner: 20, patienceMilliseconds: 15_000 },
  refusal: "Too many documents are being checked against JSON Schemas.",
});

/** The collection whose documents are checked. */
interface Checked {
  organisationId: string;
  jsonSchema: string;
}

/**
 * Compiles a JSON Schema of draft 2020-12, or of draft-07 when `$schema` names it, in a thread of its own, and returns
 * the unfit values of the first documents with faults. Every document must be JSON. Throws `invalid_request` for a text
 * that is no schema or takes too long, `rate_limited`, `service_unavailable`.
 */
export async function checkAgainstSchema(
  { organisationId, jsonSchema }: Checked,
  documents: readonly string[] = [],
  maxFaults = 1,
): Promise<SchemaFault[]> {
  if (Buffer.byteLength(jsonSchema) > MAX_SCHEMA_BYTES) {
    throw new ServiceError("invalid_request", "A JSON Schema can be at most 64 kB.");
  }
  const answer = await workers.run(organisationId, () => runWorker({ jsonSchema, documents, maxFaults }));
  if ("refusal" in answer) throw new ServiceError("invalid_request", `Not a valid JSON Schema: ${answer.refusal}`);
  return answer.faults;
}

function runWorker(task: SchemaTask): Promise<SchemaAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<SchemaAnswer>();
  const worker = new Worker(
    join(/* turbopackIgnore: true */ process.cwd(), "lib/sql/documents/json-schema-worker.ts"),
    {
      workerData: task,
      resourceLimits: RESOURCE_LIMITS,
      env: {},
      execArgv: [],
    },
  );
  let endPatience = () => {};
  worker.on("message", (message: "ready" | SchemaAnswer) => {
    if (message !== "ready") return resolve(message);
    endPatience = startPatience(BUDGET_MS, () => reject(overBudget("more than 2 seconds")));
  });
  worker.on("error", (error) => {
    reject(Reflect.get(error, "code") === "ERR_WORKER_OUT_OF_MEMORY" ? overBudget("too much memory") : error);
  });
  worker.on("exit", () => reject(new Error("the thread that checks JSON Schemas ended early")));
  return promise.finally(async () => {
    endPatience();
    await worker.terminate();
  });
}

function overBudget(what: string): ServiceError {
  const message = `The collection's JSON Schema needs ${what} to be checked, so nothing was saved. Simplify its patterns.`;
  return new ServiceError("invalid_request", message);
}
