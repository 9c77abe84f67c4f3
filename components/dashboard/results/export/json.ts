import { distinctNames } from "@/components/ui/distinct-names";
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
