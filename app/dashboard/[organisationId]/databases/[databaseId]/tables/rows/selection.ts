import { JsonText } from "@/lib/core/json-text";
import { RowSelection } from "@/lib/sql/tables/browse";

type Search = Record<string, string | string[] | undefined>;

/** Returns the selection that the address names, without filters and an order that can't be read; `null` for no table. */
export function selectionOf({ schema, table, sort, direction, filters }: Search): RowSelection | null {
  const directions = listOf(direction);
  const parsed = RowSelection.safeParse({
    schema,
    name: table,
    sort: listOf(sort).map((column, place) => ({
      column,
      direction: directions[place] === "descending" ? "descending" : "ascending",
    })),
    ...(typeof filters === "string" && { filters: JsonText.catch(null).parse(filters) }),
  });
  if (parsed.success) return parsed.data;
  return RowSelection.safeParse({ schema, name: table, sort: [] }).data ?? null;
}

function listOf(value: string | string[] | undefined): readonly string[] {
  return value === undefined ? [] : [value].flat();
}
