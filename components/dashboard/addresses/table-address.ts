/** The pages of a table, by the last part of their address. */
export type TablePage = "rows" | "structure" | "definition";

/** Returns the address of a page of a table. `base` is the address of the page of tables. */
export function tableAddress(
  base: string,
  page: TablePage,
  { schema, name }: { schema: string; name: string },
): string {
  return `${base}/${page}?${new URLSearchParams({ schema, table: name })}`;
}
