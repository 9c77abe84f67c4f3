import { type ForeignKeyTarget, referencesText } from "./columns";
import { quoteName, quoteNames, quoteTable, type TableName } from "./names";

export const INDEX_METHODS = ["btree", "hash", "gin", "gist", "spgist", "brin"] as const;
export type IndexMethod = (typeof INDEX_METHODS)[number];

export interface IndexKey {
  /** The name of a column, or an expression. */
  text: string;
  isExpression: boolean;
  isDescending: boolean;
}

export interface IndexDraft {
  /** The name; PostgreSQL chooses one where it is empty. */
  name: string;
  method: IndexMethod;
  keys: readonly IndexKey[];
  isUnique: boolean;
  /** The condition of a partial index. */
  condition: string;
  isConcurrent: boolean;
}

/** Only these have an order, and only a B-tree is unique. */
export const isOrdered = (method: IndexMethod) => method === "btree";

export function createIndex(
  table: TableName,
  { name, method, keys, isUnique, condition, isConcurrent }: IndexDraft,
): string {
  const parts = keys.map(({ text, isExpression, isDescending }) => {
    const key = isExpression ? `(${text.trim()})` : quoteName(text);
    return isDescending && isOrdered(method) ? `${key} DESC` : key;
  });
  return [
    "CREATE",
    isUnique && isOrdered(method) && "UNIQUE",
    "INDEX",
    isConcurrent && "CONCURRENTLY",
    name.trim() && quoteName(name.trim()),
    `ON ${quoteTable(table)}`,
    method !== "btree" && `USING ${method}`,
    `(${parts.join(", ")})${condition.trim() ? ` WHERE ${condition.trim()}` : ""};`,
  ]
    .filter(Boolean)
    .join(" ");
}

export function dropIndex(schema: string, name: string, isCascading: boolean): string {
  return `DROP INDEX ${quoteTable({ schema, name })}${isCascading ? " CASCADE" : ""};`;
}

export type ConstraintDraft = { name: string } & (
  | { kind: "check"; expression: string }
  | { kind: "unique" | "primary key"; columns: readonly string[] }
  | { kind: "foreign key"; columns: readonly string[]; target: ForeignKeyTarget }
);

export function addConstraint(table: TableName, draft: ConstraintDraft): string {
  const name = draft.name.trim() ? `CONSTRAINT ${quoteName(draft.name.trim())} ` : "";
  return `ALTER TABLE ${quoteTable(table)} ADD ${name}${constraintText(draft)};`;
}

/** Adds a column whose numbers tell rows apart that nothing else does. */
export function addNumberedKey(table: TableName, { name, column }: { name: string; column: string }): string {
  const constraint = name.trim() ? `CONSTRAINT ${quoteName(name.trim())} ` : "";
  return `ALTER TABLE ${quoteTable(table)} ADD COLUMN ${quoteName(column)} bigint GENERATED ALWAYS AS IDENTITY ${constraint}PRIMARY KEY;`;
}

function constraintText(draft: ConstraintDraft): string {
  switch (draft.kind) {
    case "check":
      return `CHECK (${draft.expression.trim()})`;
    case "foreign key":
      return `FOREIGN KEY (${quoteNames(draft.columns)}) ${referencesText(draft.target)}`;
    default:
      return `${draft.kind.toUpperCase()} (${quoteNames(draft.columns)})`;
  }
}

export function dropConstraint(table: TableName, name: string, isCascading: boolean): string {
  return `ALTER TABLE ${quoteTable(table)} DROP CONSTRAINT ${quoteName(name)}${isCascading ? " CASCADE" : ""};`;
}

export function setRowSecurity(table: TableName, state: "off" | "on" | "forced"): string {
  const changes = [
    state === "off" ? "DISABLE ROW LEVEL SECURITY" : "ENABLE ROW LEVEL SECURITY",
    state === "forced" ? "FORCE ROW LEVEL SECURITY" : "NO FORCE ROW LEVEL SECURITY",
  ];
  return `ALTER TABLE ${quoteTable(table)} ${changes.join(", ")};`;
}

export const POLICY_COMMANDS = ["ALL", "SELECT", "INSERT", "UPDATE", "DELETE"] as const;

export interface PolicyDraft {
  name: string;
  command: (typeof POLICY_COMMANDS)[number];
  isPermissive: boolean;
  using: string;
  check: string;
}

/** Returns which conditions a command can have: rows that are there, and rows that are written. */
export function conditionsOf(command: PolicyDraft["command"]): { using: boolean; check: boolean } {
  return { using: command !== "INSERT", check: command !== "SELECT" && command !== "DELETE" };
}

export function createPolicy(table: TableName, { name, command, isPermissive, using, check }: PolicyDraft): string {
  const allowed = conditionsOf(command);
  const parts = [
    `CREATE POLICY ${quoteName(name)} ON ${quoteTable(table)}`,
    !isPermissive && "  AS RESTRICTIVE",
    command !== "ALL" && `  FOR ${command}`,
    allowed.using && using.trim() && `  USING (${using.trim()})`,
    allowed.check && check.trim() && `  WITH CHECK (${check.trim()})`,
  ];
  return `${parts.filter(Boolean).join("\n")};`;
}

export function dropPolicy(table: TableName, name: string): string {
  return `DROP POLICY ${quoteName(name)} ON ${quoteTable(table)};`;
}
