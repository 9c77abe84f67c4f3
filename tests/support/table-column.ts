import type { Column } from "@/lib/sql/tables/resource";

/** Returns a column of text that may be NULL, unless `part` says otherwise. */
export function textColumn(name: string, part: Partial<Column> = {}): Column {
  return {
    ...{ name, type: "text", baseType: "text", input: "text", labels: [], elementType: null, operators: ["equals"] },
    ...{ isOrdered: true, isNullable: true, default: null, isGenerated: false },
    ...part,
  };
}
