import { ServiceError } from "@/lib/core/errors";
import { SQLSTATE } from "@/lib/core/sql-state";
import { arrayLiteral } from "../customer-session/quoting";
import { fieldsOf } from "./sql-error";

/** PostgreSQL has arrays of at most 6 dimensions. */
const MAX_DIMENSIONS = 6;
/** Bind counts parameters in 16 bits (PostgreSQL 18, 54.7). */
const MAX_PARAMETERS = 65_535;

/**
 * Returns JSON values as Postgres reads parameters in text format: numbers, booleans and objects as their JSON, arrays as
 * array literals. Throws `invalid_request`.
 */
export function parameterTexts(values: readonly unknown[]): (string | null)[] {
  if (values.length > MAX_PARAMETERS)
    throw refused(`A statement can have at most ${MAX_PARAMETERS} parameters.`, SQLSTATE.programLimitExceeded);
  return values.map((value) => textOf(value, 0));
}

/** Throws `invalid_request` for text that no encoding of Postgres can hold. */
export function requireStorable(text: string, what: string): string {
  if (text.includes("\0"))
    throw refused(
      `${what} contains a null character, which PostgreSQL can't store.`,
      SQLSTATE.characterNotInRepertoire,
    );
  if (!text.isWellFormed())
    throw refused(
      `${what} contains half of a surrogate pair, which isn't a character.`,
      SQLSTATE.characterNotInRepertoire,
    );
  return text;
}

function textOf(value: unknown, depth: number): string | null {
  if (value === null || value === undefined) return null;
  if (typeof value === "string") return requireStorable(value, "A parameter");
  if (Array.isArray(value)) return arrayText(value, depth);
  return requireStorable(JSON.stringify(value), "A parameter");
}

function arrayText(elements: readonly unknown[], depth: number): string {
  if (depth === MAX_DIMENSIONS)
    throw refused(`A parameter's array has more than ${MAX_DIMENSIONS} dimensions.`, SQLSTATE.programLimitExceeded);
  const texts = elements.map((element) => {
    if (Array.isArray(element)) return arrayText(element, depth + 1);
    const text = textOf(element, depth + 1);
    return text === null ? "NULL" : arrayLiteral([text]).slice(1, -1);
  });
  return `{${texts.join(",")}}`;
}

function refused(message: string, sqlState: string): ServiceError {
  return new ServiceError("invalid_request", message, { fields: fieldsOf(message, sqlState) });
}
