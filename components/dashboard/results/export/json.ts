import type { ResultColumn } from "@/lib/sql/statements/resource";
import { inWords } from "../../grid/cell-text";
import type { Writer } from "./writer";

/** Writes an array of objects. Numbers that every reader of JSON holds exactly stay numbers; the others are texts. */
export function jsonWriter(columns: readonly ResultColumn[]): Writer {
  const fields = distinctNames(columns.map(({ name }) => name)).map((name, index) => ({
    key: JSON.stringify(name),
    typeName: columns[index]?.typeName ?? "",
  }));
  return {
    head: "[\n",
    part: (rows, from) => {
      const lines = rows.map((row) => {
        const members = fields.map(({ key, typeName }, index) => `${key}:${jsonValue(row[index] ?? null, typeName)}`);
        return `{${members.join(",")}}`;
      });
      return `${from > 0 ? ",\n" : ""}${lines.join(",\n")}`;
    },
    foot: "\n]\n",
  };
}

const NUMBERS = new Set(["smallint", "integer", "real", "double precision"]);

function jsonValue(value: string | null, typeName: string): string {
  if (value === null) return "null";
  if (NUMBERS.has(typeName) && /^-?\d/.test(value)) return value;
  if (typeName === "boolean") return inWords(typeName, value) ?? "";
  if (typeName === "json" || typeName === "jsonb") return value;
  return JSON.stringify(value);
}

/** Returns the names with a number after those that another one has already. */
export function distinctNames(names: readonly string[]): string[] {
  const taken = new Set(names);
  const seen = new Set<string>();
  return names.map((name) => {
    let distinct = name;
    for (let count = 2; seen.has(distinct) || (distinct !== name && taken.has(distinct)); count++) {
      distinct = `${name}_${count}`;
    }
    seen.add(distinct);
    return distinct;
  });
}
