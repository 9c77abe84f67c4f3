import type { ParsedStatement } from "./parse";
import { isRecord } from "./tree";

/** The statements that make a new object. With OR REPLACE they may replace another one, which would be lost. */
const ADDING: ReadonlySet<string> = new Set([
  "IndexStmt",
  "ViewStmt",
  "CreateSchemaStmt",
  "CreateSeqStmt",
  "CreateEnumStmt",
  "CreateRangeStmt",
  "CompositeTypeStmt",
  "CreateDomainStmt",
  "CreateFunctionStmt",
  "CreateTrigStmt",
  "CreatePolicyStmt",
  "RuleStmt",
  "CreateExtensionStmt",
  "CreateStatsStmt",
  "DefineStmt",
  "CreateCastStmt",
]);

/**
 * Validating says nothing of a constraint that its rows don't show already; each of the others is taken back by a DROP.
 */
const ADDING_ALTERATIONS: ReadonlySet<unknown> = new Set([
  "AT_AddColumn",
  "AT_AddConstraint",
  "AT_SetNotNull",
  "AT_ValidateConstraint",
]);
const TABLES: ReadonlySet<unknown> = new Set(["OBJECT_TABLE", "OBJECT_FOREIGN_TABLE"]);

/** Returns whether a statement only makes something new, so that nothing is lost and a DROP removes it. */
export function addsOnly({ kind, body }: Pick<ParsedStatement, "kind" | "body">): boolean {
  if (kind === "AlterTableStmt") return TABLES.has(body.objtype) && alterationsOf(body).every(isAdding);
  return ADDING.has(kind) && body.replace !== true;
}

function alterationsOf(body: Record<string, unknown>): unknown[] {
  return Array.isArray(body.cmds) ? (body.cmds as unknown[]) : [null];
}

function isAdding(command: unknown): boolean {
  const alteration = isRecord(command) && isRecord(command.AlterTableCmd) ? command.AlterTableCmd : {};
  if (!ADDING_ALTERATIONS.has(alteration.subtype)) return false;
  const constraint = isRecord(alteration.def) && isRecord(alteration.def.Constraint) ? alteration.def.Constraint : {};
  // An index that becomes a constraint's own is renamed, and dropped with it.
  return constraint.indexname === undefined;
}
