import { distinctNames } from "@/components/ui/distinct-names";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import { inWords } from "../../grid/cell-text";
import { isNumeric } from "../../grid/grid-column";
import { sqlName } from "../../schema-tree/sql-name";
import { writtenTable } from "./table-name";
import type { Writer } from "./writer";

/** Writes INSERT statements of several rows each. */
export function insertWriter(columns: readonly ResultColumn[], table: string): Writer {
  const names = distinctNames(columns.map(({ name }) => name)).map(sqlName);
  const head = `INSERT INTO ${writtenTable(table)} (${names.join(", ")}) VALUES\n`;
  return {
    head: "",
    part: (rows) => {
      const lines = rows.map(
        (row) => `  (${columns.map(({ typeName }, index) => literal(row[index] ?? null, typeName)).join(", ")})`,
      );
      return `${head}${lines.join(",\n")};\n`;
    },
    foot: "",
  };
}

/** Returns a value as SQL. PostgreSQL reads a quoted one as the column's type, so arrays, json and bytea need no cast. */
function literal(value: string | null, typeName: string): string {
  if (value === null) return "NULL";
  if (typeName === "boolean") return inWords(typeName, value) ?? "NULL";
  if (isNumeric({ name: "", typeName }) && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/.test(value)) return value;
  return `'${value.replaceAll("'", "''")}'`;
}
