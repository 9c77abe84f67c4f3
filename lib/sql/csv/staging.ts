import { escapeIdentifier, escapeLiteral } from "pg";
import { ServiceError } from "@/lib/core/errors";
import { type CustomerSession, StatementError } from "@/lib/core/ports/customer-session";
import { SQLSTATE } from "@/lib/core/sql-state";
import type { Column, TableShape } from "@/lib/sql/tables/resource";
import { badLines, MAX_BAD_LINES, readCopyError, readNotice } from "./bad-lines";
import type { ImportRowsInput } from "./import-input";
import { prepareSource } from "./prepare-source";
import type { BadLine, Encoding } from "./resource";

export const STAGING = "pg_temp.coppice_import";

/** One field of a line: its column in the staging table, and that of the table unless it is skipped. */
export interface StagedField {
  name: string;
  column: Column | null;
}

const SERVER_ENCODINGS: Record<Encoding, string> = {
  "utf-8": "UTF8",
  "windows-1252": "WIN1252",
  // It is decoded on the way, since PostgreSQL does not know it.
  "utf-16le": "UTF8",
};

/** Matches the fields of a line with the columns of the table. Throws `invalid_request`. */
export function stagedFields(shape: TableShape, columns: ImportRowsInput["columns"]): StagedField[] {
  const taken = new Set<string>();
  const fields = columns.map((wanted, index) => {
    const column = wanted === null ? null : shape.columns.find(({ name }) => name === wanted);
    if (column === undefined) throw new ServiceError("invalid_request", `The table has no column ${wanted}.`);
    if (column?.isGenerated) throw new ServiceError("invalid_request", `${column.name} is computed by the database.`);
    if (column && taken.has(column.name)) {
      throw new ServiceError("invalid_request", `Two columns of the file are matched with ${column.name}.`);
    }
    if (column) taken.add(column.name);
    return { name: `c${index + 1}`, column };
  });
  if (taken.size === 0) throw new ServiceError("invalid_request", "Match at least one column of the file.");
  return fields;
}

/**
 * Copies a file into a temporary table with the types of the columns, in the open transaction, and returns its rows.
 * Throws `invalid_request` with the lines that do not fit. It must run within `inCatalog`.
 */
export async function stageFile(
  session: CustomerSession,
  fields: readonly StagedField[],
  input: ImportRowsInput,
  body: AsyncIterable<Uint8Array>,
): Promise<number> {
  const columns = fields.map(({ name, column }) => `${name} ${stagedType(column)}`);
  await session.query(`CREATE TEMPORARY TABLE coppice_import (${columns.join(", ")}) ON COMMIT DROP`);
  const columnOf = (staged: string) => fields.find(({ name }) => name === staged)?.column ?? null;
  const skipped: BadLine[] = [];
  const note = (message: string) => {
    const line = readNotice(message, columnOf);
    if (line && skipped.length < MAX_BAD_LINES) skipped.push(line);
  };
  const text = `COPY ${STAGING} FROM STDIN WITH (${copyOptions(fields, input)})`;
  try {
    const { encoding, quote, delimiter } = input;
    const rows = await session.copyIn(text, prepareSource({ body, encoding, quote, delimiter }), note);
    if (skipped.length > 0) throw badLines(skipped, { isMore: false });
    if (rows === 0) throw new ServiceError("invalid_request", "The file contains no rows.");
    return rows;
  } catch (error) {
    if (!(error instanceof StatementError) || error.context === null) throw error;
    if (skipped.length >= MAX_BAD_LINES) throw badLines(skipped, { isMore: true });
    if (error.sqlState === SQLSTATE.queryCanceled) throw error;
    throw badLines([...skipped, readCopyError(error, fields.length, columnOf)], { isMore: true });
  }
}

/** `json` keeps the text as it is, also its line breaks, by which lines are counted later. */
function stagedType(column: Column | null): string {
  if (column === null) return "text";
  return column.baseType === "jsonb" ? "json" : column.type;
}

function copyOptions(fields: readonly StagedField[], input: ImportRowsInput): string {
  const isText = ({ column }: StagedField) => column === null || /^(?:text|character|name)/.test(column.baseType);
  // An empty field has no meaning for a number or a date, quoted or not.
  const forced = fields.filter((field) => !isText(field)).map(({ name }) => name);
  const never = fields.filter((field) => isText(field) && field.column?.isNullable === false).map(({ name }) => name);
  return [
    "FORMAT csv",
    `DELIMITER ${escapeLiteral(input.delimiter)}`,
    `QUOTE ${escapeLiteral(input.quote)}`,
    `NULL ${escapeLiteral(input.nullText)}`,
    `ENCODING '${SERVER_ENCODINGS[input.encoding]}'`,
    `HEADER ${input.hasHeader}`,
    ...(forced.length > 0 ? [`FORCE_NULL (${forced.join(", ")})`] : []),
    ...(never.length > 0 && input.nullText === "" ? [`FORCE_NOT_NULL (${never.join(", ")})`] : []),
    `ON_ERROR ignore, REJECT_LIMIT ${MAX_BAD_LINES}, LOG_VERBOSITY verbose`,
  ].join(", ");
}

/** Returns the INSERT of the staged rows, in the order of their lines. */
export function insertText(
  shape: TableShape,
  table: string,
  fields: readonly StagedField[],
  mode: ImportRowsInput["mode"],
): string {
  const mapped = fields.flatMap(({ name, column }) => (column ? [{ name, column }] : []));
  const names = mapped.map(({ column }) => escapeIdentifier(column.name));
  const values = mapped.map(({ name, column }) => (column.baseType === "jsonb" ? `${name}::pg_catalog.jsonb` : name));
  const insert = `INSERT INTO ${table} (${names.join(", ")}) SELECT ${values.join(", ")} FROM ${STAGING}`;
  if (mode === "insert") return insert;
  const isKey = (column: Column) => shape.primaryKey.includes(column.name);
  if (shape.primaryKey.length === 0 || mapped.filter(({ column }) => isKey(column)).length < shape.primaryKey.length) {
    throw new ServiceError("invalid_request", "To find rows by their key, match every column of the primary key.");
  }
  const others = mapped.filter(({ column }) => !isKey(column)).map(({ column }) => escapeIdentifier(column.name));
  const key = shape.primaryKey.map(escapeIdentifier).join(", ");
  if (mode === "skip" || others.length === 0) return `${insert} ON CONFLICT (${key}) DO NOTHING`;
  return `${insert} ON CONFLICT (${key}) DO UPDATE SET ${others.map((name) => `${name} = EXCLUDED.${name}`).join(", ")}`;
}
