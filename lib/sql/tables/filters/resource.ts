import { z } from "zod";

/** The most conditions of one filter, those of its groups counted. */
export const MAX_CONDITIONS = 20;
/** The most values of one condition. */
export const MAX_VALUES = 100;

const ONE_VALUE = [
  "equals",
  "differs",
  "less",
  "at most",
  "greater",
  "at least",
  "contains",
  "starts with",
  "like",
  "matches",
  "matches ignoring case",
  "json contains",
  "has element",
] as const;
const LISTS = ["in", "not in", "between"] as const;
const NO_VALUE = ["is null", "is not null", "is true", "is false"] as const;

const Name = z
  .string()
  .min(1)
  .max(63 * 4);
const Value = z.string().max(1_000);

export const RowCondition = z.strictObject({
  column: Name,
  operator: z.enum([...ONE_VALUE, ...LISTS, ...NO_VALUE]),
  value: Value.optional(),
  /** The values of `in` and `not in`, and the two ends of `between`. */
  values: z.array(Value).min(1).max(MAX_VALUES).optional(),
});
export type RowCondition = z.infer<typeof RowCondition>;
export type FilterOperator = RowCondition["operator"];

/** Conditions of which a row must meet one. */
const AnyOf = z.strictObject({ any: z.array(RowCondition).min(1).max(MAX_CONDITIONS) });

/** The condition that a row must meet, or several of which it must meet one. */
export const RowFilter = z.union([RowCondition, AnyOf]);
export type RowFilter = z.infer<typeof RowFilter>;

export const RowFilters = z
  .array(RowFilter)
  .max(MAX_CONDITIONS)
  .refine((filters) => conditionsOf(filters).length <= MAX_CONDITIONS);

/** A condition that is refused, by its place among all of a filter's conditions, and why. */
export interface FilterFault {
  place: number;
  message: string;
}

/** Returns the conditions of an entry of a filter. */
export function alternativesOf(filter: RowFilter): readonly RowCondition[] {
  return "any" in filter ? filter.any : [filter];
}

/** Returns every condition of a filter, those of its groups in their place. */
export function conditionsOf(filters: readonly RowFilter[]): readonly RowCondition[] {
  return filters.flatMap(alternativesOf);
}

/** Returns how many values an operator takes. */
export function arityOf(operator: FilterOperator): "none" | "one" | "two" | "list" {
  if (NO_VALUE.some((each) => each === operator)) return "none";
  if (operator === "between") return "two";
  return operator === "in" || operator === "not in" ? "list" : "one";
}
