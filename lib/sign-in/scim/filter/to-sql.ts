import type { Filter } from "scim2-parse-filter";
import { Prisma } from "@/lib/core/db/generated/client";
import { addressPartInOneForm } from "@/lib/core/email-address";
import { invalidFilter } from "./read-filter";

type Comparison = Extract<Filter, { compValue: unknown }>;

type TextKind = "exact" | "folded" | "address";

/** An attribute's place in the database, by the lower-cased name that a filter calls it. */
export interface FilterColumn {
  /** `folded` text is compared in any case, an `address` in its one form; `members` takes a user's id. */
  kind: TextKind | "boolean" | "moment" | "members";
  sql: Prisma.Sql;
}
export type FilterColumns = Readonly<Record<string, FilterColumn>>;

const ORDER = { eq: "=", ne: "<>", gt: ">", ge: ">=", lt: "<", le: "<=" } as const;
const CORE = /^urn:ietf:params:scim:schemas:core:2\.0:(?:user|group):/;

/**
 * Returns the filter as a condition whose values are parameters. Throws `invalid_filter` for an unknown attribute or
 * operator.
 */
export function filterToSql(filter: Filter, columns: FilterColumns, within = ""): Prisma.Sql {
  switch (filter.op) {
    case "and":
    case "or": {
      const { filters } = filter as Extract<Filter, { filters: Filter[] }>;
      const parts = filters.map((each) => filterToSql(each, columns, within));
      return Prisma.sql`(${Prisma.join(parts, filter.op === "and" ? " and " : " or ")})`;
    }
    case "not":
      return Prisma.sql`(not coalesce(${filterToSql((filter as { filter: Filter }).filter, columns, within)}, false))`;
    case "[]": {
      const { attrPath, valFilter } = filter as Extract<Filter, { valFilter: Filter }>;
      return filterToSql(valFilter, columns, `${attrPath}.`);
    }
    default:
      return compare(filter as Comparison | { op: "pr"; attrPath: string }, columns, within);
  }
}

function compare(
  filter: Comparison | { op: "pr"; attrPath: string },
  columns: FilterColumns,
  within: string,
): Prisma.Sql {
  const name = (within + filter.attrPath).toLowerCase().replace(CORE, "");
  const column = Object.hasOwn(columns, name) ? columns[name] : undefined;
  if (!column) throw invalidFilter("The filter has an attribute that can't be filtered by.");
  const { kind, sql } = column;
  if (filter.op === "pr") return kind === "members" ? anyMember(sql) : Prisma.sql`(${sql} is not null)`;
  const { op, compValue: value } = filter as Comparison;
  if (kind === "boolean") return compareBoolean(sql, op, value);
  if (typeof value !== "string") throw invalidFilter("The filter compares with a value of the wrong type.");
  if (value.includes("\0") || !value.isWellFormed()) throw invalidFilter("The filter has text that nothing can be.");
  if (kind === "moment") return compareMoment(sql, op, value);
  if (kind === "members") {
    if (op !== "eq") throw invalidFilter("Members can be filtered by eq.");
    return Prisma.sql`exists (select 1 from scim_group_member f where f.group_id = ${sql} and f.user_id = ${value})`;
  }
  return compareText(kind, sql, op, value);
}

const anyMember = (group: Prisma.Sql) =>
  Prisma.sql`exists (select 1 from scim_group_member f where f.group_id = ${group})`;

function compareBoolean(sql: Prisma.Sql, op: string, value: unknown): Prisma.Sql {
  const wanted = typeof value === "string" ? value.toLowerCase() : String(value);
  if ((op !== "eq" && op !== "ne") || (wanted !== "true" && wanted !== "false")) {
    throw invalidFilter("The filter compares with a value of the wrong type.");
  }
  return Prisma.sql`(${sql} is ${Prisma.raw((wanted === "true") === (op === "eq") ? "true" : "false")})`;
}

function compareMoment(sql: Prisma.Sql, op: string, value: string): Prisma.Sql {
  const moment = new Date(value);
  if (!isOrder(op) || Number.isNaN(moment.getTime())) throw invalidFilter("The filter needs a date and time.");
  return Prisma.sql`(${sql} ${Prisma.raw(ORDER[op])} ${moment.toISOString()}::timestamptz)`;
}

function compareText(kind: TextKind, sql: Prisma.Sql, op: string, given: string): Prisma.Sql {
  const column = kind === "folded" ? Prisma.sql`lower(${sql})` : sql;
  const text = kind === "address" ? addressPartInOneForm(given) : given;
  const value = kind === "folded" ? Prisma.sql`lower(${text})` : Prisma.sql`${text}`;
  if (op === "ne") return Prisma.sql`(${column} is distinct from ${value})`;
  if (op === "co") return Prisma.sql`(strpos(${column}, ${value}) > 0)`;
  if (op === "sw") return Prisma.sql`(starts_with(${column}, ${value}))`;
  if (op === "ew") return Prisma.sql`(right(${column}, length(${value})) = ${value})`;
  if (!isOrder(op)) throw invalidFilter("The filter has an operator that isn't supported.");
  return Prisma.sql`(${column} ${Prisma.raw(ORDER[op])} ${value})`;
}

const isOrder = (op: string): op is keyof typeof ORDER => Object.hasOwn(ORDER, op);
