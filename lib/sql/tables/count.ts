import type { z } from "zod";
import type { Context } from "@/lib/core/context";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { RowSelection } from "./browse";
import { conditionOf, Parameters } from "./filter";
import { readTableShape } from "./shape";

/** The selection whose rows are counted; its order makes no difference. */
export const CountRowsInput = RowSelection.extend(DatabaseInput.shape);
type CountRowsInput = z.output<typeof CountRowsInput>;

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
