import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import { WrittenJson } from "@/lib/core/written-json";
import type { Column } from "../outbox/read-tables";
import type { RecordedRow } from "../reader/poll";
import { type Comparable, hasFoldedTexts, isUnordered, mayBeRounded, readerOf } from "./comparable";

const Scalar = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);

/** The rows that a subscription is about: all of at most ten conditions hold. */
export const ChangeFilter = z
  .array(
    z.strictObject({
      column: z.string().min(1).max(63),
      op: z.enum(["eq", "neq", "lt", "lte", "gt", "gte", "in", "is"]),
      value: z.union([Scalar, z.array(Scalar).min(1).max(100)]),
    }),
  )
  .max(10);
export type ChangeFilter = z.infer<typeof ChangeFilter>;
type Condition = ChangeFilter[number];
type Test = (text: string) => boolean | null;

const NUMERIC_ARRAYS = new Set(["bigint[]", "numeric[]"]);

/**
 * Returns the value of a column, of which no digit is lost: `bigint` and `numeric` are strings, also in arrays, and a
 * document stays the text that PostgreSQL wrote. `null` also stands for a value that is missing.
 */
export function columnValue(row: RecordedRow, { name, type }: Column): unknown {
  const text = row.values.get(name);
  if (text === undefined || text === "null") return null;
  if (/^[[{]/.test(text)) return new WrittenJson(NUMERIC_ARRAYS.has(type) ? withQuotedNumbers(text) : text);
  if (/^[-\d]/.test(text)) return type === "bigint" || type === "numeric" ? text : numberIn(text);
  return JSON.parse(text);
}

/** A document that is one number has its digits too. */
function numberIn(text: string): unknown {
  const number = Number(text);
  return String(number) === text ? number : new WrittenJson(text);
}

function withQuotedNumbers(array: string): string {
  return array.replace(/"[^"]*"|[-\d][^,\]\s]*/g, (part) => (part.startsWith('"') ? part : `"${part}"`));
}

/**
 * Returns a test of rows, whose answer is `null` where it depends on a value that is missing or can't be read. Throws `invalid_request`
 * for a condition that a column can't have.
 */
export function compileFilter(filter: ChangeFilter, columns: readonly Column[]): (row: RecordedRow) => boolean | null {
  const tests = filter.map((condition) => {
    const column = columns.find(({ name, isReadable }) => name === condition.column && isReadable);
    if (!column) throw refused(condition, "the table has no such column that you may read");
    if (column.isVirtual) throw refused(condition, "changes don't have the values of a virtual generated column");
    return { column: column.name, test: testOf(condition, column) };
  });
  return (row) => {
    const answers = tests.map(({ column, test }) => {
      const text = row.values.get(column);
      return text === undefined ? null : test(text);
    });
    if (answers.includes(false)) return false;
    return answers.includes(null) ? null : true;
  };
}

function testOf(condition: Condition, column: Column): Test {
  const { op, value } = condition;
  if (op === "is") {
    if (value !== null && typeof value !== "boolean") throw refused(condition, "`is` takes null, true or false");
    if (value !== null && column.type !== "boolean")
      throw refused(condition, "`is` takes null where there's no boolean");
    if (/^jsonb?$/.test(column.type)) throw refused(condition, "changes don't tell JSON's null from NULL");
    return (text) => text === String(value);
  }
  const read = readerOf(column);
  if (!read) throw refused(condition, `a column of type ${column.type} can only be compared by \`is\``);
  if (hasFoldedTexts(column)) throw refused(condition, "its collation takes different texts as equal");
  const given = (Array.isArray(value) ? value : [value]).map((one) => {
    if (mayBeRounded(column, one)) throw refused(condition, "write a number with so many digits as a string");
    const comparable = one === null ? null : read(one);
    if (comparable === null) throw refused(condition, `the value isn't one of type ${column.type}`);
    return comparable;
  });
  if (Array.isArray(value) !== (op === "in")) throw refused(condition, "`in` takes a list, the others one value");
  const isOrder = op !== "eq" && op !== "neq" && op !== "in";
  if (isOrder && isUnordered(column.type))
    throw refused(condition, `a column of type ${column.type} has no order here`);
  const [first = ""] = given;
  return (text) => {
    if (text === "null") return false;
    const mine = read(/^[-\d]/.test(text) ? text : JSON.parse(text));
    if (mine === null) return null;
    if (op === "in") return given.includes(mine);
    return compares(op, mine, first);
  };
}

function compares(op: Condition["op"], mine: Comparable, given: Comparable): boolean {
  if (op === "eq") return mine === given;
  if (op === "neq") return mine !== given;
  if (op === "lt") return mine < given;
  if (op === "lte") return mine <= given;
  return op === "gt" ? mine > given : mine >= given;
}

function refused({ column, op }: Condition, why: string): ServiceError {
  const message = `The filter ${column} ${op} can't be used: ${why}.`;
  return new ServiceError("invalid_request", message, { details: [{ path: "filter", message }] });
}
