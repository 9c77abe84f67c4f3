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

/** Schemas that people write have about twenty. */
const MAX_LEVELS = 200;

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
  const schema: unknown = JSON.parse(text);
  if (typeof schema !== "object" || schema === null || Array.isArray(schema)) throw new TypeError("not an object");
  requireUsable(schema, MAX_LEVELS);
  const isDraft7 = "$schema" in schema && String(schema.$schema).includes("draft-07");
  return (isDraft7 ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS)).compile(schema);
}

/** With `$async` a schema answers by a promise, which every document would pass. Each level is compiled by recursion. */
function requireUsable(part: object, levels: number): void {
  if (levels === 0) throw new TypeError(`it's nested more than ${MAX_LEVELS} levels deep`);
  if ("$async" in part) throw new TypeError("$async isn't supported");
  for (const value of Object.values(part)) {
    if (typeof value === "object" && value !== null) requireUsable(value, levels - 1);
  }
}

const task = workerData as SchemaTask;
// The first work of a process takes the longest, and not because of the customer's schema.
new Ajv2020(OPTIONS).validateSchema({});
parentPort?.postMessage("ready");
parentPort?.postMessage(answer(task));
