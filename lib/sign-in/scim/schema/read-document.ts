import { type Attribute, findAttribute } from "./attribute";
import { invalidValue } from "./refusals";

/** Attributes by their names in the schema; those without a value are left out. */
export type Document = { [name: string]: Value };
export type Value = string | boolean | Document | Document[];

const MAX_TEXT_LENGTH = 2_048;
const MAX_VALUES = 50;

/**
 * Returns a JSON object's values of these attributes, under their own names: directories write names in any case,
 * booleans as text, and one value in the place of several. Throws `invalid_request`.
 */
export function readDocument(given: object, attributes: readonly Attribute[], path = ""): Document {
  const document: Document = {};
  for (const [name, value] of Object.entries(given)) {
    const attribute = findAttribute(attributes, name);
    if (!attribute || attribute.mutability === "readOnly") continue;
    const read = readValue(value, attribute, path + attribute.name);
    if (read !== undefined) document[attribute.name] = read;
  }
  return document;
}

/** Returns the value of an attribute, `undefined` for none. Throws `invalid_request`. */
export function readValue(value: unknown, attribute: Attribute, path = attribute.name): Value | undefined {
  if (value === null || value === undefined) return undefined;
  if (!attribute.multiValued) return readOne(unwrapped(value, attribute), attribute, path);
  const values = (Array.isArray(value) ? value : [value]).filter((each) => each !== null);
  if (values.length > MAX_VALUES) throw invalidValue(path, `can have ${MAX_VALUES} values`);
  const read = values.map((each) => readOne(each, attribute, path) as Document);
  return read.length === 0 ? undefined : read;
}

/** Some directories send a single value as those of a multi-valued attribute are: `[{ "value": "False" }]`. */
function unwrapped(value: unknown, { type }: Attribute): unknown {
  const one = Array.isArray(value) && value.length === 1 ? value[0] : value;
  const isWrapped = type !== "complex" && typeof one === "object" && one !== null && "value" in one;
  return isWrapped ? one.value : one;
}

function readOne(value: unknown, attribute: Attribute, path: string): Value {
  if (attribute.type === "boolean") return readBoolean(value, path);
  if (attribute.type !== "complex") return readText(value, path);
  // Entra sends a manager as the id alone, and others send an email address as text.
  if (typeof value === "string") return { value: readText(value, path) };
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw invalidValue(path, "must be an object");
  return readDocument(value, attribute.subAttributes ?? [], `${path}.`);
}

export function readBoolean(value: unknown, path: string): boolean {
  if (typeof value === "boolean") return value;
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  if (text !== "true" && text !== "false") throw invalidValue(path, "must be true or false");
  return text === "true";
}

function readText(value: unknown, path: string): string {
  const text = typeof value === "number" || typeof value === "boolean" ? String(value) : value;
  if (typeof text !== "string") throw invalidValue(path, "must be text");
  if (text.length > MAX_TEXT_LENGTH) throw invalidValue(path, `can have ${MAX_TEXT_LENGTH} characters`);
  // PostgreSQL stores neither NUL nor half a character.
  if (text.includes("\0") || !text.isWellFormed()) throw invalidValue(path, "must not hold NUL or half a character");
  return text;
}
