import { hasNamesOf, jsonData } from "../../../ui/json-data";
import { baseType, isTemporal } from "../base-type";
import { isBytes } from "./bytes";
import { readArray, readRecord } from "./read-literal";

/** A text that is longer is shown as text only: a tree of it would take seconds. */
const MAX_TREE = 200_000;

/** The form in which a value is shown besides as text. A tree has its data, a moment its time. */
export type ShownValue =
  | { kind: "text" }
  | { kind: "bytes" }
  | { kind: "moment" }
  | { kind: "tree"; data: object; isJson: boolean };

/** Returns how a value is shown: JSON, arrays and composite values as a tree, bytea as bytes. */
export function shownValue(typeName: string, value: string): ShownValue {
  const type = baseType(typeName);
  if (type === "bytea" && isBytes(value)) return { kind: "bytes" };
  if (isTemporal(type) && type !== "date") return { kind: "moment" };
  if (value.length > MAX_TREE) return { kind: "text" };
  const isJson = type === "json" || type === "jsonb" || (isText(type) && /^\s*[[{]/.test(value));
  const data = isJson ? jsonData(value) : dataOf(type, value);
  if (typeof data !== "object" || data === null || (isJson && !hasNamesOf(data, value))) return { kind: "text" };
  return { kind: "tree", data, isJson };
}

const isText = (type: string) => type === "text" || type === "character varying";

function dataOf(type: string, value: string): object | null {
  if (type.endsWith("[]")) return readArray(value);
  if (!value.startsWith("(") || isText(type) || type === "character" || type === "point") return null;
  const fields = readRecord(value);
  return fields && Object.fromEntries(fields.map((field, index) => [String(index + 1), field]));
}
