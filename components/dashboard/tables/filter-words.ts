import type { FilterOperator, RowCondition } from "@/lib/sql/tables/filters/resource";
import type { Column } from "@/lib/sql/tables/resource";

interface Words {
  /** The sign on a chip. */
  sign: string;
  /** The label in the list of operators. */
  label: string;
  takes: "none" | "one" | "two" | "list";
}

const sign = (text: string, label = text): Words => ({ sign: text, label, takes: "one" });
const bare = (text: string): Words => ({ sign: text, label: text, takes: "none" });

export const OPERATORS: Readonly<Record<FilterOperator, Words>> = {
  equals: sign("="),
  differs: sign("≠"),
  less: sign("<"),
  "at most": sign("≤"),
  greater: sign(">"),
  "at least": sign("≥"),
  contains: sign("contains"),
  "starts with": sign("starts with"),
  like: sign("LIKE"),
  matches: sign("~", "~ regex"),
  "matches ignoring case": sign("~*", "~* regex, any case"),
  "json contains": sign("@>", "@> contains JSON"),
  "has element": sign("has", "has the element"),
  in: { sign: "IN", label: "IN a list", takes: "list" },
  "not in": { sign: "NOT IN", label: "NOT IN a list", takes: "list" },
  between: { sign: "BETWEEN", label: "BETWEEN", takes: "two" },
  "is null": bare("is null"),
  "is not null": bare("is not null"),
  "is true": bare("is true"),
  "is false": bare("is false"),
};

const SHOWN_VALUES = 3;

/** Returns the value of a condition as its chip shows it. */
export function valueText({ operator, value = "", values = [] }: RowCondition): string {
  const { takes } = OPERATORS[operator];
  if (takes === "none") return "";
  if (takes === "two") return `${values[0] ?? ""} and ${values[1] ?? ""}`;
  if (takes === "one") return value === "" ? "empty" : value;
  const rest = values.length - SHOWN_VALUES;
  const shown = values.slice(0, SHOWN_VALUES).map((each) => each || "empty");
  return `(${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""})`;
}

/** Returns a condition in words, as the name of its chip. */
export function conditionText(condition: RowCondition): string {
  return `${condition.column} ${OPERATORS[condition.operator].sign} ${valueText(condition)}`.trim();
}

/** Returns the values of a list that was typed or pasted: one per line, or separated by commas or tabs on one line. */
export function listOf(text: string): string[] {
  const parts = /[\r\n]/.test(text) ? text.split(/[\r\n]+/) : text.split(/[,\t]/);
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}

/** Returns a list as text that `listOf` reads. */
export function listText(values: readonly string[]): string {
  return values.length === 1 ? `${values[0]}\n` : values.join("\n");
}

/** Returns the condition with which a new one of a column starts. */
export function startOf({ name, operators }: Column): RowCondition {
  return { column: name, operator: operators[0] ?? "equals" };
}

/** Returns a condition with the values that its operator takes, kept from those that were given. */
export function fitted({ column, operator, value, values }: RowCondition): RowCondition {
  const { takes } = OPERATORS[operator];
  if (takes === "none") return { column, operator };
  if (takes === "one") return { column, operator, value: value ?? values?.[0] ?? "" };
  const given = values ?? (value ? [value] : []);
  return { column, operator, values: takes === "two" ? [given[0] ?? "", given[1] ?? ""] : given };
}

/** Returns the condition that finds rows with the same value. */
export function sameAs(column: string, value: string | null): RowCondition {
  return value === null ? { column, operator: "is null" } : { column, operator: "equals", value };
}
