import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { Parameters } from "@/lib/sql/tables/filter";
import { collectionTable, getCollection } from "./collection";
import { CollectionInput } from "./collection-name";
import { DocumentFilters, documentConditionOf } from "./path-filter";

export const CountDocumentsInput = CollectionInput.extend({ filters: DocumentFilters });
type CountDocumentsInput = z.infer<typeof CountDocumentsInput>;

export function countDocuments(ctx: Context, input: CountDocumentsInput): Promise<{ count: number }> {
  return withReadSession(ctx, input, async (session) => {
    const { name } = await getCollection(session, input.collection);
    const parameters = new Parameters();
    const where = documentConditionOf(input.filters, parameters);
    const { rows } = await session.query(
      `SELECT count(*) FROM ${collectionTable(name)} AS t WHERE ${where}`,
      parameters.values,
    );
    return { count: Number(rows[0]?.[0]) };
  });
}
