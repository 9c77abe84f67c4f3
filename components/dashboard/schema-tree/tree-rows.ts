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
  /** A partition, below the columns of its table; it has the same. */
  | { kind: "partition"; schema: string }
);

export const LEVELS = { schema: 1, table: 2, column: 3, partition: 3 } as const;

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
  partitions: DescribedTable["partitions"];
  /** Whether the filter asks for its content, so that it is open. */
  isSought: boolean;
}

function tableRows(
  schema: string,
  { table, columns, partitions = [], isSought }: Part,
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
  const inside = { parent: id, among: columns.length + partitions.length };
  return [
    row,
    ...columns.map((column, at): TreeRow => {
      const own = { id: JSON.stringify([schema, table.name, column.name]), name: column.name };
      return { kind: "column", ...own, ...inside, place: at + 1, schema, table, column };
    }),
    ...partitions.map((partition, at): TreeRow => {
      const own = { id: tableId(partition.schema, partition.name), ...partition };
      return { kind: "partition", ...own, ...inside, place: columns.length + at + 1 };
    }),
  ];
}

function whole({ name, tables }: DescribedSchema) {
  const parts = tables.map(wholeTable);
  return { name, tables: parts, isSought: false };
}

function wholeTable(table: DescribedTable): Part {
  return { table, columns: table.columns, partitions: table.partitions, isSought: false };
}

/** A table is shown whole where its own name matches, and otherwise with the columns and partitions that match. */
function matchingPart(schema: DescribedSchema, wanted: string) {
  const has = (...path: string[]) =>
    (wanted.includes(".") ? path.join(".") : (path.at(-1) ?? "")).toLowerCase().includes(wanted);
  const parts = schema.tables.flatMap((table): Part[] => {
    if (has(schema.name, table.name)) return [wholeTable(table)];
    const columns = table.columns.filter(({ name }) => has(schema.name, table.name, name));
    const partitions = table.partitions?.filter((partition) => has(partition.schema, partition.name)) ?? [];
    return columns.length + partitions.length > 0 ? [{ table, columns, partitions, isSought: true }] : [];
  });
  if (parts.length > 0) return [{ name: schema.name, tables: parts, isSought: true }];
  return has(schema.name) ? [whole(schema)] : [];
}
