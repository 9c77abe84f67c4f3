import { expressionFault, typeFault } from "./expressions";
import { nameFault, quoteName, quoteTable, quoteText, type TableName } from "./names";

export interface ForeignKeyTarget {
  table: TableName;
  columns: readonly string[];
  onDelete: ReferenceAction;
  onUpdate: ReferenceAction;
}

export const REFERENCE_ACTIONS = ["NO ACTION", "RESTRICT", "CASCADE", "SET NULL", "SET DEFAULT"] as const;
export type ReferenceAction = (typeof REFERENCE_ACTIONS)[number];

/** A column as a form describes it. Texts that are empty are left out. */
export interface ColumnDraft {
  name: string;
  type: string;
  isNullable: boolean;
  isKey: boolean;
  isUnique: boolean;
  identity: "" | "always" | "by default";
  default: string;
  references: ForeignKeyTarget | null;
  comment: string;
}

export const EMPTY_COLUMN: ColumnDraft = {
  name: "",
  type: "text",
  isNullable: true,
  isKey: false,
  isUnique: false,
  identity: "",
  default: "",
  references: null,
  comment: "",
};

const COUNTING = /^(?:smallint|integer|int|bigint|int2|int4|int8)$/i;

export type Field = "name" | "type" | "default" | "identity";

/** Returns the fault of a column and in which field, or `null`. */
export function columnFault(
  { name, type, identity, default: expression }: ColumnDraft,
  taken: readonly string[],
): { field: Field; message: string } | null {
  const fault = (field: Field, message: string | null) => message && { field, message };
  return (
    fault("name", nameFault(name, taken)) ||
    fault("type", typeFault(type)) ||
    fault("default", expression.trim() === "" ? null : expressionFault(expression)) ||
    fault("identity", identity && !COUNTING.test(type.trim()) ? "Only integer columns can count up." : null) ||
    fault("default", identity && expression.trim() !== "" ? "A column that counts up has no other default." : null) ||
    null
  );
}

/** Returns a column as CREATE TABLE and ADD COLUMN take it. `isSoleKey` says that it is the primary key by itself. */
export function columnText(column: ColumnDraft, isSoleKey: boolean): string {
  const { name, type, isNullable, isKey, isUnique, identity, references } = column;
  const expression = column.default.trim();
  return [
    quoteName(name),
    type.trim(),
    identity && `GENERATED ${identity.toUpperCase()} AS IDENTITY`,
    expression && `DEFAULT ${expression}`,
    !isNullable && !isKey && !identity && "NOT NULL",
    isSoleKey && "PRIMARY KEY",
    isUnique && !isSoleKey && "UNIQUE",
    references && referencesText(references),
  ]
    .filter(Boolean)
    .join(" ");
}

export function referencesText({ table, columns, onDelete, onUpdate }: ForeignKeyTarget): string {
  return [
    `REFERENCES ${quoteTable(table)}`,
    columns.length > 0 && `(${columns.map(quoteName).join(", ")})`,
    onDelete !== "NO ACTION" && `ON DELETE ${onDelete}`,
    onUpdate !== "NO ACTION" && `ON UPDATE ${onUpdate}`,
  ]
    .filter(Boolean)
    .join(" ");
}

/** Returns a COMMENT statement; an empty text removes the comment. */
export function commentOn(what: string, text: string): string {
  return `COMMENT ON ${what} IS ${text.trim() === "" ? "NULL" : quoteText(text.trim())};`;
}

export function columnComment(table: TableName, column: string, text: string): string {
  return commentOn(`COLUMN ${quoteTable(table)}.${quoteName(column)}`, text);
}
