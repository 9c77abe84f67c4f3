import { z } from "zod";
import type { Context } from "@/lib/core/context";
import { withReadSession } from "@/lib/sql/customer-session/read-session";
import { checkFilters } from "./filters/check";
import { RowFilters } from "./filters/resource";
import { MAX_CELL_CHARACTERS, type ReadRow, readPage } from "./read-page";
import type { BrowsedRow, BrowsedTable, TableShape } from "./resource";
import { rowOrderOf } from "./row-order";
import { type RowPosition, readRowCursor, writeRowCursor } from "./row-position";
import { readTableShape } from "./shape";

const Identifier = z
  .string()
  .min(1)
  .max(63 * 4);

const MAX_SORTS = 5;

export const RowSelection = z.strictObject({
  schema: Identifier,
  name: Identifier,
  /** The columns that sort the rows, the first of them before all others. */
  sort: z
    .array(z.strictObject({ column: z.string(), direction: z.enum(["ascending", "descending"]) }))
    .max(MAX_SORTS)
    .default([]),
  filters: RowFilters.default([]),
});
export type RowSelection = z.infer<typeof RowSelection>;

interface BrowseRowsInput extends z.input<typeof RowSelection> {
  databaseId: string;
  /** A cursor of the page before or after. */
  cursor?: string | undefined;
  limit?: number;
}

const PAGE_ROWS = 50;
const NO_ROWS = { rows: [], rowsBefore: 0, previous: null, next: null };

/**
 * Returns a page of a table or view, found by the values of the last row, so that the last page is as quick as the
 * first. A filter whose conditions do not fit has faults and no rows. Throws `not_found`, and `invalid_request` for a
 * column to sort by that the table does not have.
 */
export function browseRows(ctx: Context, input: BrowseRowsInput): Promise<BrowsedTable> {
  return withReadSession(ctx, input, async (session) => {
    const shape = await readTableShape(session, input);
    const { sort = [], filters = [], limit = PAGE_ROWS } = input;
    const order = rowOrderOf(shape, sort);
    const list = [input.databaseId, input.schema, input.name, JSON.stringify([sort, filters])];
    const position = readRowCursor(ctx, list, input.cursor);
    const faults = await checkFilters(session, filters, shape.columns);
    const read = faults.length > 0 ? NO_ROWS : await readPage(session, { shape, order, filters, position, limit });
    const write = (place: RowPosition | null) => place && writeRowCursor(ctx, list, place);
    return {
      shape,
      rows: read.rows.map((row) => toRow(shape, row)),
      rowsBefore: read.rowsBefore,
      faults,
      isCountedOff: order.key.length === 0,
      previous: write(read.previous),
      next: write(read.next),
    };
  });
}

function toRow(shape: TableShape, read: ReadRow): BrowsedRow {
  const cells = read.cells.map((text) => (text === null ? null : shortened(text)));
  const cut = read.cells.flatMap((text, place) => (text !== null && text !== cells[place] ? [place] : []));
  const key = Object.fromEntries(shape.primaryKey.map((name, place) => [name, read.key[place] ?? ""]));
  return { key: shape.primaryKey.length > 0 ? key : null, cells, cut };
}

/** Cuts a text by characters, as Postgres counts them, so that none is split. */
function shortened(text: string): string {
  return text.length > MAX_CELL_CHARACTERS ? [...text].slice(0, MAX_CELL_CHARACTERS).join("") : text;
}
