import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { ServiceError } from "@/lib/core/errors";
import { DatabaseInput } from "@/lib/hosting/databases/name";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { Parameters } from "./filter";
import { columnText, keyCondition } from "./row-order";
import { readTableShape } from "./shape";

export const ReadValueInput = DatabaseInput.extend({
  table: z.strictObject({ schema: z.string().max(255), name: z.string().max(255) }),
  /** The row's primary key, by column. */
  key: z.record(z.string().max(255), z.string().max(10_000)),
  column: z.string().max(255),
});
type ReadValueInput = z.infer<typeof ReadValueInput>;

/** The longest value that is shown; longer ones are read by SQL. */
const MAX_VALUE_CHARACTERS = 1_000_000;

/** Returns one value in full, as Postgres writes it. Throws `not_found` when the row or the table is gone. */
export function readValue(ctx: Context, input: ReadValueInput): Promise<{ text: string | null }> {
  return withReadSession(ctx, input, async (session) => {
    const shape = await readTableShape(session, input.table);
    const isColumn = shape.columns.some(({ name }) => name === input.column);
    if (!isColumn || shape.primaryKey.length === 0) {
      throw new ServiceError("invalid_request", "The table doesn't have this column, or has no primary key.");
    }
    const parameters = new Parameters();
    const where = keyCondition(shape, input.key, parameters);
    const { rows } = await session.query(
      `SELECT left(${columnText(input.column)}, ${MAX_VALUE_CHARACTERS + 1}) FROM ${quoteTable(shape)} AS t WHERE ${where}`,
      parameters.values,
    );
    const [row] = rows;
    if (!row) throw new ServiceError("not_found", "This row no longer exists.");
    const text = row[0] ?? null;
    if (text !== null && text.length > MAX_VALUE_CHARACTERS) {
      throw new ServiceError("invalid_request", "The value is longer than a million characters. Read it with SQL.");
    }
    return { text };
  });
}
