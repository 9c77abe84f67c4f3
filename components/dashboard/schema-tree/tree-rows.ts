import type { DescribedColumn, DescribedSchema, DescribedTable } from "@/lib/sql/statements/resource";

/** One line of the tree. */
export type TreeRow = {
  /** An id that stays the same while the node exists. */
  id: string;
  name: string;
  /** The id of the node it is in; `null` for a schema. */
  parent: string | null;
  /** Its place among the nodes beside it, from 1, and their number. */
  place: number;
  among: number;
} & (
  | { kind: "schema"; isOpen: boolean }
  | { kind: "table"; isOpen: boolean; schema: string; table: DescribedTable }
  | { kind: "column"; schema: string; table: DescribedTable; column: DescribedColumn }
);

export const LEVELS = { schema: 1, table: 2, column: 3 } as const;

export const schemaId = (schema: string) => JSON.stringify([schema]);
export const tableId = (schema: string, table: string) => JSON.stringify([schema, table]);

/** Returns the lines of the tree. With a filter, nodes are shown that have its text, and open down to them. */
export function treeRows(schemas: readonly DescribedSchema[], open: ReadonlySet<string>, filter: string): TreeRow[] {
  const wanted = filter.trim().toLowerCase();
  const matching = wanted === "" ? schemas.map(whole) : schemas.flatMap((schema) => matchingPart(schema, wanted));
  return matching.flatMap(({ name, tables, isSought }, index) => {
    const id = schemaId(name);
    const isShown = isSought || open.has(id);
    const row: TreeRow = {
      ...{ kind: "schema", id, name, parent: null },
      ...{ place: index + 1, among: matching.length, isOpen: isShown },
    };
    return isShown ? [row, ...tables.flatMap((part, at) => tableRows(name, part, at, tables.length, open))] : [row];
  });
}

interface Part {
  table: DescribedTable;
  columns: readonly DescribedColumn[];
  /** Whether the filter asks for its columns, so that it is open. */
  isSought: boolean;
}

function tableRows(
  schema: string,
  { table, columns, isSought }: Part,
  index: number,
  among: number,
  open: ReadonlySet<string>,
): TreeRow[] {
  const id = tableId(schema, table.name);
  const isShown = isSought || open.has(id);
  const row: TreeRow = {
    ...{ kind: "table", id, name: table.name, parent: schemaId(schema), schema, table },
    ...{ place: index + 1, among, isOpen: isShown },
  };
  if (!isShown) return [row];
  const inside = columns.map(
    (column, at): TreeRow => ({
      ...{ kind: "column", id: JSON.stringify([schema, table.name, column.name]), name: column.name, parent: id },
      ...{ place: at + 1, among: columns.length, schema, table, column },
    }),
  );
  return [row, ...inside];
}

function whole({ name, tables }: DescribedSchema) {
  const parts = tables.map((table): Part => ({ table, columns: table.columns, isSought: false }));
  return { name, tables: parts, isSought: false };
}

/** A table is shown whole where its own name matches, and otherwise with the columns that match. */
function matchingPart(schema: DescribedSchema, wanted: string) {
  const has = (...path: string[]) =>
    (wanted.includes(".") ? path.join(".") : (path.at(-1) ?? "")).toLowerCase().includes(wanted);
  const parts = schema.tables.flatMap((table): Part[] => {
    if (has(schema.name, table.name)) return [{ table, columns: table.columns, isSought: false }];
    const columns = table.columns.filter(({ name }) => has(schema.name, table.name, name));
    return columns.length > 0 ? [{ table, columns, isSought: true }] : [];
  });
  if (parts.length > 0) return [{ name: schema.name, tables: parts, isSought: true }];
  return has(schema.name) ? [whole(schema)] : [];
}
