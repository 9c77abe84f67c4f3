import { parentPort, workerData } from "node:worker_threads";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";

/** Run by Node.js itself, without a bundler: it imports packages and nothing of the product. */
export interface SchemaTask {
  jsonSchema: string;
  documents: readonly string[];
  maxFaults: number;
}

/** `index` is that of the document. */
export interface SchemaFault {
  index: number;
  message: string;
}

export type SchemaAnswer = { refusal: string } | { faults: SchemaFault[] };

/** Unknown keywords are refused; a part of a schema need not repeat another part. */
const OPTIONS: Options = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  allErrors: false,
  validateFormats: false,
  logger: false,
};

function answer({ jsonSchema, documents, maxFaults }: SchemaTask): SchemaAnswer {
  let validate: ValidateFunction;
  try {
    validate = compile(jsonSchema);
  } catch (error) {
    return { refusal: error instanceof Error ? error.message : "unknown" };
  }
  const faults: SchemaFault[] = [];
  for (const [index, text] of documents.entries()) {
    if (validate(JSON.parse(text))) continue;
    const [fault] = validate.errors ?? [];
    faults.push({
      index,
      message: `${fault?.instancePath || "The document"} ${fault?.message ?? "doesn't match"}`,
    });
    if (faults.length === maxFaults) break;
  }
  return { faults };
}

function compile(text: string): ValidateFunction {
  const schema: unknown = JSON.parse(text, refuseAsync);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) throw new TypeError("not an object");
  const isDraft7 = "$schema" in schema && String(schema.$schema).includes("draft-07");
  return (isDraft7 ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS)).compile(schema);
}

/** With this keyword a schema answers by a promise, which every document would pass. */
function refuseAsync(key: string, value: unknown): unknown {
  if (key === "$async") throw new TypeError("$async isn't supported");
  return value;
}

const task = workerData as SchemaTask;
// The first work of a process takes the longest, and not because of the customer's schema.
new Ajv2020(OPTIONS).validateSchema({});
parentPort?.postMessage("ready");
parentPort?.postMessage(answer(task));
