import { parser } from "@/lib/sql/grammar/parser";
import { isRecord, namesOf } from "@/lib/sql/grammar/tree";
import type { Policy, PublishedTable } from "../outbox/read-tables";

/** The way in which it is decided who sees a row. */
export type Plan =
  | { kind: "nobody" }
  | { kind: "anyone" }
  | { kind: "signed-in" }
  /** The user whose id one of these columns has. */
  | { kind: "columns"; columns: readonly string[] }
  /** Nobody knows, as the policies name columns that recorded rows don't have. */
  | { kind: "unknown" }
  /** Users for whom the expression is true, which the database is asked for. */
  | { kind: "expression"; expression: string };

const NOBODY: Plan = { kind: "nobody" };

/** Returns how the rows of a published table are shown. A customer's mistake shows them to no one. */
export async function planFor(table: PublishedTable): Promise<Plan> {
  const { audience } = table;
  if (audience === "anyone" || audience === "signed-in") return { kind: audience };
  if (audience.startsWith("owner:")) {
    const column = audience.slice("owner:".length);
    return table.columns.some(({ name, isVirtual }) => name === column && !isVirtual)
      ? { kind: "columns", columns: [column] }
      : NOBODY;
  }
  return audience === "rls" && table.hasRowSecurity ? planForPolicies(table) : NOBODY;
}

async function planForPolicies(table: PublishedTable): Promise<Plan> {
  const expressions = (isPermissive: boolean) =>
    table.policies.flatMap((policy: Policy) =>
      policy.isPermissive === isPermissive && policy.expression !== null ? [policy.expression] : [],
    );
  const [permissive, restrictive] = [expressions(true), expressions(false)];
  if (permissive.length === 0) return NOBODY;
  if (restrictive.length === 0) {
    if (permissive.includes("true")) return { kind: "anyone" };
    const columns = table.hasOwnUserId ? await ownersIn(permissive, table) : null;
    if (columns) return { kind: "columns", columns };
  }
  if (table.unjudgeable.length > 0) return { kind: "unknown" };
  const any = permissive.map((text) => `(${text})`).join(" OR ");
  return { kind: "expression", expression: [`(${any})`, ...restrictive.map((text) => `(${text})`)].join(" AND ") };
}

/** Returns the columns that the expressions compare with the user's id; `null` where one does anything else. */
async function ownersIn(expressions: readonly string[], table: PublishedTable): Promise<string[] | null> {
  const plain = new Set(table.columns.filter(({ isPlainText }) => isPlainText).map(({ name }) => name));
  const columns: string[] = [];
  for (const expression of expressions) {
    const column = await ownerIn(expression);
    if (column === null || !plain.has(column)) return null;
    columns.push(column);
  }
  return columns;
}

const KEPT = 1_000;
const known = new Map<string, string | null>();

/** Returns the column of `column = coppice.user_id()`, in either order; `null` for any other expression. */
async function ownerIn(expression: string): Promise<string | null> {
  const before = known.get(expression);
  if (before !== undefined) return before;
  const column = await parser.parse(`SELECT ${expression}`).then(
    (tree) => comparedColumn(tree),
    () => null,
  );
  if (known.size >= KEPT) known.clear();
  known.set(expression, column);
  return column;
}

function comparedColumn(tree: unknown): string | null {
  const only = onlyTarget(tree);
  if (!isRecord(only) || !isRecord(only.A_Expr) || only.A_Expr.kind !== "AEXPR_OP") return null;
  const { name, lexpr, rexpr } = only.A_Expr;
  if (namesOf(name).join() !== "=") return null;
  if (isUserId(rexpr)) return columnOf(lexpr);
  return isUserId(lexpr) ? columnOf(rexpr) : null;
}

function onlyTarget(tree: unknown): unknown {
  const statements = isRecord(tree) && Array.isArray(tree.stmts) ? tree.stmts : [];
  const select = statements.length === 1 && isRecord(statements[0]?.stmt) ? statements[0].stmt.SelectStmt : null;
  if (!isRecord(select) || !Array.isArray(select.targetList) || select.targetList.length !== 1) return null;
  if (["fromClause", "whereClause", "groupClause", "sortClause"].some((clause) => clause in select)) return null;
  return select.targetList[0]?.ResTarget?.val;
}

function isUserId(node: unknown): boolean {
  if (!isRecord(node) || !isRecord(node.FuncCall)) return false;
  return namesOf(node.FuncCall.funcname).join(".") === "coppice.user_id" && !("args" in node.FuncCall);
}

/** Returns the column, also behind the cast to text that PostgreSQL adds to a `varchar`. */
function columnOf(node: unknown): string | null {
  if (!isRecord(node)) return null;
  if (isRecord(node.TypeCast)) {
    const type = isRecord(node.TypeCast.typeName) ? namesOf(node.TypeCast.typeName.names).join(".") : "";
    return type === "text" || type === "pg_catalog.text" ? columnOf(node.TypeCast.arg) : null;
  }
  if (!isRecord(node.ColumnRef)) return null;
  const names = namesOf(node.ColumnRef.fields);
  return names.length === 1 ? (names[0] ?? null) : null;
}
