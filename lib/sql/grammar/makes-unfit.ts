import { judge } from "./effect";
import type { ParsedStatement } from "./parse";
import { isRecord } from "./tree";

/** The field of a statement that names the relation of whose rows no change can be kept once it has run. */
const MAKING: Readonly<Record<string, string>> = {
  CreateTrigStmt: "relation",
  RuleStmt: "relation",
  ViewStmt: "view",
};

type Tree = Pick<ParsedStatement, "kind" | "body">;

/**
 * Returns whether statements give a relation triggers, a rule or children, or make a view, and change its rows later on:
 * before they run, no catalog shows it.
 */
export function changesWhatItMakesUnfit(statements: readonly Tree[]): boolean {
  const unfit = new Set<string>();
  return statements.some(({ kind, body }) => {
    for (const name of madeUnfit({ kind, body })) unfit.add(name);
    return judge({ kind, body }).effect === "changes-rows" && unfit.has(nameOf(body.relation) ?? "");
  });
}

function madeUnfit({ kind, body }: Tree): string[] {
  const field = MAKING[kind];
  const relations = field ? [body[field]] : kind === "CreateStmt" && !body.partbound ? body.inhRelations : [];
  return Array.isArray(relations) ? relations.flatMap((one) => nameOf(one) ?? []) : [];
}

/** Returns the name without its schema, which another name of the same relation may have or lack. */
function nameOf(relation: unknown): string | null {
  if (!isRecord(relation)) return null;
  const named = isRecord(relation.RangeVar) ? relation.RangeVar : relation;
  return typeof named.relname === "string" ? named.relname : null;
}
