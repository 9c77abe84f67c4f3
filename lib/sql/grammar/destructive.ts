import type { ParsedStatement } from "./parse";
import { isRecord, walkTree } from "./tree";

/** The statements that replace a definition or add to it, and lose no rows. */
const LESSER: ReadonlySet<string> = new Set([
  "InsertStmt",
  "GrantStmt",
  "CommentStmt",
  "CreateTableAsStmt",
  "ViewStmt",
  "CreateFunctionStmt",
  "CreateTrigStmt",
  "DefineStmt",
  "IndexStmt",
  "RenameStmt",
  "AlterOwnerStmt",
  "AlterObjectSchemaStmt",
  "AlterSeqStmt",
  "AlterEnumStmt",
  "AlterFunctionStmt",
  "AlterPolicyStmt",
  "AlterTableStmt",
  "AlterDefaultPrivilegesStmt",
  "RefreshMatViewStmt",
  "TransactionStmt",
  "VariableSetStmt",
]);
const LOSING_WITHIN: ReadonlySet<string> = new Set(["UpdateStmt", "DeleteStmt", "MergeStmt", "OnConflictClause"]);
const LOSING_ALTERATIONS: ReadonlySet<unknown> = new Set([
  "AT_DropColumn",
  "AT_AlterColumnType",
  "AT_SetExpression",
  "AT_DropExpression",
]);

/** Returns whether a statement may lose rows or tables. One whose effect the text does not show counts as such. */
export function isDestructive({ kind, body }: Pick<ParsedStatement, "kind" | "body">): boolean {
  if (!LESSER.has(kind)) return true;
  let isLosing = false;
  walkTree(body, (within, node) => {
    if (LOSING_WITHIN.has(within)) isLosing = true;
    if (within === "AlterTableCmd" && LOSING_ALTERATIONS.has(node.subtype)) isLosing = true;
  });
  return isLosing || isRecord(body.onConflictClause);
}
