import type { Column } from "../resource";
import type { FilterOperator } from "./resource";

const ORDER: readonly FilterOperator[] = ["less", "at most", "greater", "at least", "between"];
const LISTS: readonly FilterOperator[] = ["in", "not in"];
const TEXT: readonly FilterOperator[] = ["contains", "starts with", "like", "matches", "matches ignoring case"];
const NULLS: readonly FilterOperator[] = ["is null", "is not null"];

/** Returns the operators that fit a column, in the order in which they are offered. */
export function operatorsOf({ input, elementType }: Pick<Column, "input" | "elementType">): readonly FilterOperator[] {
  const equality: readonly FilterOperator[] = ["equals", "differs"];
  if (input === "boolean") return ["is true", "is false", ...NULLS, ...equality];
  if (input === "json") return ["json contains", ...equality, ...TEXT, ...NULLS];
  if (elementType !== null) return ["has element", ...equality, ...TEXT, ...NULLS];
  if (input === "text" || input === "enum") return [...equality, ...TEXT, ...LISTS, ...ORDER, ...NULLS];
  return [...equality, ...ORDER, ...LISTS, ...NULLS, ...TEXT];
}
