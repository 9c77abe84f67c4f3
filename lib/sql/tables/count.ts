import type { Context } from "@/lib/core/context";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import type { RowSelection } from "./browse";
import { conditionOf, Parameters } from "./filter";
import { readTableShape } from "./shape";

interface CountRowsInput extends Pick<RowSelection, "schema" | "name" | "filters"> {
  databaseId: string;
}

/** How many rows fit, counted one by one, within the time a statement may take. */
export function countRows(ctx: Context, input: CountRowsInput): Promise<{ count: number }> {
  return withReadSession(ctx, input, async (session) => {
    const shape = await readTableShape(session, input);
    const parameters = new Parameters();
    const where = conditionOf(input.filters, shape.columns, parameters);
    const { rows } = await session.query(
      `SELECT count(*) FROM ${quoteTable(shape)} AS t WHERE ${where}`,
      parameters.values,
    );
    return { count: Number(rows[0]?.[0]) };
  });
}
