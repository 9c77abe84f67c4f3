import type { ParsedStatement } from "./parse";
import { isRecord, namesOf } from "./tree";

/** The fields of a statement's node that name its object, in the order in which they are looked for. */
const FIELDS = [
  ...["relation", "into", "view", "sequence", "typevar", "relations", "objects"],
  ...["funcname", "defnames", "typeName", "domainname", "idxname", "schemaname", "trigname", "policy_name", "extname"],
];
/** Statements whose own name is meant, not the table that it is on. */
const OWN: Record<string, string> = {
  IndexStmt: "idxname",
  CreateTrigStmt: "trigname",
  CreatePolicyStmt: "policy_name",
};

/** Returns the name of the object that a statement is about, such as `archive.orders`; `null` where it names none. */
export function objectOf({ kind, body }: Pick<ParsedStatement, "kind" | "body">): string | null {
  const own = OWN[kind];
  if (own !== undefined) return textOf(body[own]);
  for (const field of FIELDS) {
    const name = textOf(body[field]);
    if (name !== null) return name;
  }
  return null;
}

function textOf(value: unknown): string | null {
  if (typeof value === "string") return value === "" ? null : value;
  if (Array.isArray(value)) {
    const parts = namesOf(value);
    if (parts.length > 0) return parts.join(".");
    const names = value.map(textOf).filter((name) => name !== null);
    return names.length > 0 ? names.join(", ") : null;
  }
  if (!isRecord(value)) return null;
  if (typeof value.relname === "string") {
    return typeof value.schemaname === "string" ? `${value.schemaname}.${value.relname}` : value.relname;
  }
  for (const inside of [
    "RangeVar",
    "rel",
    "List",
    "items",
    "ObjectWithArgs",
    "objname",
    "TypeName",
    "names",
    "String",
    "sval",
  ]) {
    const name = textOf(value[inside]);
    if (name !== null) return name;
  }
  return null;
}
