import { z } from "zod";
import { ServiceError } from "@/lib/core/errors";
import type { Column } from "../outbox/read-tables";
import type { RecordedRow } from "../reader/poll";

const Scalar = z.union([z.string().max(1_000), z.number(), z.boolean(), z.null()]);

/** What rows a subscription is about: all of at most ten conditions hold. */
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
type Test = (row: RecordedRow) => boolean;

/** Values that order and equal each other as those of the column do. */
type Comparable = bigint | number | string | boolean;
type Reads = (value: unknown) => Comparable | null;

const NUMBERS = new Set(["smallint", "integer", "bigint", "numeric", "oid"]);
const FLOATS = new Set(["real", "double precision"]);
const MOMENTS = new Set(["timestamp with time zone", "timestamp without time zone", "date"]);
const UNORDERED = new Set(["text", "character varying", "uuid", "boolean"]);

/** Returns the value of a column with all its digits: those of `bigint` and `numeric` are strings. */
export function columnValue(row: RecordedRow, { name, type }: Column): unknown {
  const isExact = type === "bigint" || type === "numeric";
  return (isExact ? row.numbers[name] : undefined) ?? row.values[name] ?? null;
}

/** Returns a test of rows. Throws `invalid_request` for a condition that a column can't have. */
export function compileFilter(filter: ChangeFilter, columns: readonly Column[]): Test {
  const tests = filter.map((condition) => {
    const column = columns.find(({ name, isReadable }) => name === condition.column && isReadable);
    if (!column) throw refused(condition, "the table has no such column that you may read");
    return testOf(condition, column);
  });
  return (row) => tests.every((test) => test(row));
}

function testOf(condition: Condition, column: Column): Test {
  const { op, value } = condition;
  if (op === "is") {
    if (value !== null && typeof value !== "boolean") throw refused(condition, "`is` takes null, true or false");
    return (row) => columnValue(row, column) === value;
  }
  const read = readerOf(column.type);
  if (!read) throw refused(condition, `a column of type ${column.type} can only be compared by \`is\``);
  const given = (Array.isArray(value) ? value : [value]).map((one) => {
    const comparable = one === null ? null : read(one);
    if (comparable === null) throw refused(condition, `the value isn't one of type ${column.type}`);
    return comparable;
  });
  if (Array.isArray(value) !== (op === "in")) throw refused(condition, "`in` takes a list, the others one value");
  const isOrder = op !== "eq" && op !== "neq" && op !== "in";
  if (isOrder && UNORDERED.has(column.type))
    throw refused(condition, `a column of type ${column.type} has no order here`);
  const [first = ""] = given;
  return (row) => {
    const found = columnValue(row, column);
    const mine = found === null ? null : read(found);
    if (mine === null) return false;
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

/** Returns how values of a type are read; `null` for a type that is not compared here. */
function readerOf(type: string): Reads | null {
  if (NUMBERS.has(type)) return (value) => decimal(String(value));
  if (FLOATS.has(type)) return (value) => (/^[-+.\deE]+$/.test(String(value)) ? Number(value) : null);
  if (MOMENTS.has(type)) return (value) => moment(String(value));
  if (type === "boolean") return (value) => (typeof value === "boolean" ? value : null);
  if (type === "uuid") return (value) => (typeof value === "string" ? value.toLowerCase() : null);
  if (UNORDERED.has(type)) return (value) => (typeof value === "string" ? value : null);
  return null;
}

const FRACTION_DIGITS = 40;

/** Returns a decimal number in units of 10⁻⁴⁰; `null` for anything that is none or has more digits. */
function decimal(text: string): bigint | null {
  const [, sign, whole = "", fraction = ""] = /^([-+]?)(\d{1,200})(?:\.(\d{1,40}))?$/.exec(text) ?? [];
  if (whole === "") return null;
  const units = BigInt(whole + fraction.padEnd(FRACTION_DIGITS, "0"));
  return sign === "-" ? -units : units;
}

/** Returns microseconds since 1970; a moment without an offset is taken as UTC. */
function moment(text: string): bigint | null {
  const pattern = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?)?(Z|[-+]\d\d:\d\d)?$/;
  const [, date, time = "00:00:00", fraction = "", offset = "Z"] = pattern.exec(text) ?? [];
  const milliseconds = date === undefined ? Number.NaN : Date.parse(`${date}T${time}${offset}`);
  return Number.isNaN(milliseconds) ? null : BigInt(milliseconds) * 1_000n + BigInt(fraction.padEnd(6, "0"));
}

function refused({ column, op }: Condition, why: string): ServiceError {
  const message = `The filter ${column} ${op} can't be used: ${why}.`;
  return new ServiceError("invalid_request", message, { details: [{ path: "filter", message }] });
}
