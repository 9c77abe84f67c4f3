import type { PicturedTable, Relationship } from "@/lib/sql/tables/resource";

export type TableRef = Pick<PicturedTable, "schema" | "name">;

export const idOf = ({ schema, name }: TableRef) => JSON.stringify([schema, name]);

export const nameOf = ({ schema, name }: TableRef) => (schema === "public" ? name : `${schema}.${name}`);

/** Returns a table together with the tables it references and those that reference it. */
export function relatedTo(
  id: string,
  tables: readonly PicturedTable[],
  relationships: readonly Relationship[],
): PicturedTable[] {
  const near = new Set([id]);
  for (const { from, to } of relationships) {
    if (idOf(from) === id) near.add(idOf(to));
    if (idOf(to) === id) near.add(idOf(from));
  }
  return tables.filter((table) => near.has(idOf(table)));
}
