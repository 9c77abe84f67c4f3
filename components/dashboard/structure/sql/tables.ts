import { type ColumnDraft, columnComment, columnText, commentOn } from "./columns";
import { quoteName, quoteNames, quoteTable, quoteText, type TableName } from "./names";

export interface TableDraft extends TableName {
  columns: readonly ColumnDraft[];
  comment: string;
}

export function createTable({ schema, name, columns, comment }: TableDraft): string {
  const table = { schema, name };
  const key = columns.filter(({ isKey }) => isKey);
  const lines = columns.map((column) => columnText(column, column.isKey && key.length === 1));
  if (key.length > 1) lines.push(`PRIMARY KEY (${quoteNames(key.map((column) => column.name))})`);
  const body = lines.length === 0 ? "()" : `(\n${lines.map((line) => `  ${line}`).join(",\n")}\n)`;
  return together([
    `CREATE TABLE ${quoteTable(table)} ${body};`,
    ...(comment.trim() ? [commentOn(`TABLE ${quoteTable(table)}`, comment)] : []),
    ...columns
      .filter((column) => column.comment.trim())
      .map((column) => columnComment(table, column.name, column.comment)),
  ]);
}

/** Returns the statements as one transaction, so that nothing is left of them when one fails. */
function together(statements: readonly string[]): string {
  return (statements.length > 1 ? ["BEGIN;", ...statements, "COMMIT;"] : statements).join("\n\n");
}

const alter = (table: TableName, change: string) => `ALTER TABLE ${quoteTable(table)} ${change};`;
const alterColumn = (table: TableName, column: string, change: string) =>
  alter(table, `ALTER COLUMN ${quoteName(column)} ${change}`);

export function addColumn(table: TableName, column: ColumnDraft): string {
  const added = alter(table, `ADD COLUMN ${columnText(column, column.isKey)}`);
  return together([added, ...(column.comment.trim() ? [columnComment(table, column.name, column.comment)] : [])]);
}

export function dropColumn(table: TableName, column: string, isCascading: boolean): string {
  return alter(table, `DROP COLUMN ${quoteName(column)}${isCascading ? " CASCADE" : ""}`);
}

export function renameColumn(table: TableName, from: string, to: string): string {
  return alter(table, `RENAME COLUMN ${quoteName(from)} TO ${quoteName(to)}`);
}

/** Changes a type; without `using` PostgreSQL casts the values by itself, where it can. */
export function retypeColumn(table: TableName, column: string, type: string, using: string): string {
  return alterColumn(table, column, `TYPE ${type.trim()}${using.trim() ? ` USING ${using.trim()}` : ""}`);
}

export function setNullable(table: TableName, column: string, isNullable: boolean): string {
  return alterColumn(table, column, isNullable ? "DROP NOT NULL" : "SET NOT NULL");
}

/** Sets a default; an empty expression removes it. */
export function setDefault(table: TableName, column: string, expression: string): string {
  return alterColumn(table, column, expression.trim() ? `SET DEFAULT ${expression.trim()}` : "DROP DEFAULT");
}

export function renameTable(table: TableName, to: string): string {
  return alter(table, `RENAME TO ${quoteName(to)}`);
}

export function commentOnTable(table: TableName, comment: string): string {
  return commentOn(`TABLE ${quoteTable(table)}`, comment);
}

export function dropTable(table: TableName, isCascading: boolean): string {
  return `DROP TABLE ${quoteTable(table)}${isCascading ? " CASCADE" : ""};`;
}

export function createEnum(type: TableName, labels: readonly string[]): string {
  return `CREATE TYPE ${quoteTable(type)} AS ENUM (${labels.map(quoteText).join(", ")});`;
}

const alterType = (type: TableName, change: string) => `ALTER TYPE ${quoteTable(type)} ${change};`;

/** Adds a value, at the end or before another one. */
export function addLabel(type: TableName, label: string, before: string | null): string {
  return alterType(type, `ADD VALUE ${quoteText(label)}${before === null ? "" : ` BEFORE ${quoteText(before)}`}`);
}

export function renameLabel(type: TableName, from: string, to: string): string {
  return alterType(type, `RENAME VALUE ${quoteText(from)} TO ${quoteText(to)}`);
}

export function renameType(type: TableName, to: string): string {
  return alterType(type, `RENAME TO ${quoteName(to)}`);
}

export function dropType(kind: "TYPE" | "DOMAIN", type: TableName, isCascading: boolean): string {
  return `DROP ${kind} ${quoteTable(type)}${isCascading ? " CASCADE" : ""};`;
}
