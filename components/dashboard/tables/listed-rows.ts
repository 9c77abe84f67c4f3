import type { ListedTable } from "@/lib/sql/tables/resource";

export interface ListedRow {
  /** An id that no other table has. */
  id: string;
  table: ListedTable;
  /** The number of partitions that can be unfolded below it. */
  partitions: number;
}

export interface TellingColumns {
  schema: boolean;
  kind: boolean;
  comment: boolean;
  analysis: boolean;
}

/** Returns which columns of a list of tables don't say the same in every row. */
export function tellingColumns(tables: readonly ListedTable[]): TellingColumns {
  return {
    schema: new Set(tables.map(({ schema }) => schema)).size > 1,
    kind: rootsOf(tables).some(({ kind }) => kind !== "table"),
    comment: tables.some(({ comment }) => comment !== null),
    analysis: tables.some(({ analyzedAt }) => analyzedAt !== null),
  };
}

/** Returns the tables that stand for themselves: those that are no partition of another that is listed. */
export function rootsOf(tables: readonly ListedTable[]): ListedTable[] {
  const listed = new Set(tables.map(idOf));
  return tables.filter(({ partitionOf }) => partitionOf === null || !listed.has(idOf(partitionOf)));
}

/** Returns the rows of a list of tables: partitions follow their table where it is unfolded, and all that has `search`. */
export function listedRows(
  tables: readonly ListedTable[],
  { search, unfolded }: { search: string; unfolded: ReadonlySet<string> },
): ListedRow[] {
  const wanted = search.trim().toLowerCase();
  const row = (table: ListedTable, partitions = 0): ListedRow => ({ id: idOf(table), table, partitions });
  if (wanted !== "") return tables.filter((table) => textOf(table).includes(wanted)).map((table) => row(table));
  const below = Map.groupBy(tables, ({ partitionOf }) => (partitionOf === null ? null : idOf(partitionOf)));
  return rootsOf(tables).flatMap((table) => {
    const partitions = below.get(idOf(table)) ?? [];
    const shown = unfolded.has(idOf(table)) ? partitions : [];
    return [row(table, partitions.length), ...shown.map((partition) => row(partition))];
  });
}

const idOf = ({ schema, name }: { schema: string; name: string }) => JSON.stringify([schema, name]);

function textOf({ schema, name, comment }: ListedTable): string {
  return `${schema}.${name} ${comment ?? ""}`.toLowerCase();
}
