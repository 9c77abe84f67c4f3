import { createContext, Script } from "node:vm";
import { Ajv, type Options, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { ServiceError } from "@/lib/core/errors";

const MAX_SCHEMA_BYTES = 65_536;
/** A pattern or a schema can be made to run for ever, and the process serves other requests too. */
const TIMEOUT_MS = 500;
const MAX_MESSAGES = 5;

/** Unknown keywords are refused; a part of a schema need not repeat what another part says. */
const OPTIONS: Options = {
  strict: true,
  strictTypes: false,
  strictRequired: false,
  strictTuples: false,
  allErrors: false,
  validateFormats: false,
  logger: false,
};

/** Returns what does not match, as sentences; nothing when all does. */
export type CheckDocument = (document: unknown) => string[];

/** Compiles a JSON Schema of draft 2020-12, or of draft-07 when `$schema` names it. Throws `invalid_request`. */
export function compileJsonSchema(text: string): CheckDocument {
  if (Buffer.byteLength(text) > MAX_SCHEMA_BYTES) {
    throw new ServiceError("invalid_request", "A JSON Schema has at most 64 KiB.");
  }
  const validate = compiled(text);
  return (document) => {
    const isValid = withinTime(() => validate(document), "Checking the document against the schema takes too long.");
    if (isValid) return [];
    return (validate.errors ?? [])
      .slice(0, MAX_MESSAGES)
      .map(({ instancePath, message }) => `${instancePath || "The document"} ${message ?? "does not fit"}`);
  };
}

function compiled(text: string): ValidateFunction {
  try {
    const schema: unknown = JSON.parse(text);
    if (typeof schema !== "object" || schema === null || Array.isArray(schema)) throw new TypeError("not an object");
    const isDraft7 = "$schema" in schema && String(schema.$schema).includes("draft-07");
    const ajv = isDraft7 ? new Ajv(OPTIONS) : new Ajv2020(OPTIONS);
    // The first validation takes the longest, and not because of the customer's schema.
    ajv.validateSchema({});
    return withinTime(() => ajv.compile(schema), "The schema takes too long to understand.");
  } catch (error) {
    if (error instanceof ServiceError) throw error;
    const reason = error instanceof Error ? error.message : "unknown";
    throw new ServiceError("invalid_request", `This is no JSON Schema: ${reason}`);
  }
}

const held: { work: () => unknown } = { work: () => undefined };
const context = createContext(held);
const run = new Script("work()");

/** Runs `work`, or throws `refusal` after the timeout of V8, which also ends a regular expression that backtracks. */
function withinTime<T>(work: () => T, refusal: string): T {
  held.work = work;
  try {
    return run.runInContext(context, { timeout: TIMEOUT_MS });
  } catch (error) {
    // The error comes from another context and is no instance of this one's Error.
    if (typeof error === "object" && error !== null && Reflect.get(error, "code") === "ERR_SCRIPT_EXECUTION_TIMEOUT") {
      throw new ServiceError("invalid_request", refusal);
    }
    throw error;
  }
}
