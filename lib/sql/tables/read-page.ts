import { ServiceError } from "@/lib/core/errors";
import type { CustomerSession } from "@/lib/core/ports/customer-session";
import { quoteTable } from "@/lib/sql/customer-session/quoting";
import { conditionOf, Parameters } from "./filter";
import type { RowFilter } from "./filters/resource";
import type { TableShape } from "./resource";
import { columnText, orderClause, positionColumns, rowParts } from "./row-order";
import type { RowPosition } from "./row-position";
import type { RowOrder, RowPart } from "./row-terms";

export const MAX_CELL_CHARACTERS = 240;
/** The last page that is found by counting: its rows are read anew for every page. */
export const MAX_OFFSET = 10_000;
/** Longer values make no cursor, since cursors are part of addresses. */
const MAX_CURSOR_CHARACTERS = 1_000;

export interface ReadRow {
  /** The values in the columns that the rows are sorted by before their key. */
  sorted: (string | null)[];
  key: string[];
  /** The values, one character longer than is shown when there is more. */
  cells: (string | null)[];
}

interface PageQuery {
  shape: TableShape;
  order: RowOrder;
  filters: readonly RowFilter[];
  position: RowPosition | null;
  limit: number;
}

interface ReadPage {
  rows: ReadRow[];
  rowsBefore: number;
  previous: RowPosition | null;
  next: RowPosition | null;
}

/** Returns the rows at a position, and the positions of the pages beside them. */
export async function readPage(session: CustomerSession, query: PageQuery): Promise<ReadPage> {
  const { order, position, limit } = query;
  const rowsBefore = position?.rowsBefore ?? 0;
  if (order.key.length === 0 || (position && !("key" in position))) return readCountedOff(session, query, rowsBefore);

  const found: ReadRow[] = [];
  for (const part of rowParts(order, position)) {
    if (found.length <= limit) found.push(...(await readPart(session, query, part, limit + 1 - found.length)));
  }
  const rows = found.slice(0, limit);
  const hasMore = found.length > limit;
  const isBackward = position !== null && "key" in position && position.isBackward;
  if (isBackward) rows.reverse();
  const hasPrevious = isBackward ? hasMore : position !== null;
  const hasNext = isBackward || hasMore;
  return {
    rows,
    rowsBefore,
    previous: hasPrevious ? positionOf(rows[0], true, Math.max(0, rowsBefore - limit)) : null,
    next: hasNext ? positionOf(rows.at(-1), false, rowsBefore + rows.length) : null,
  };
}

async function readPart(
  session: CustomerSession,
  { shape, order, filters }: PageQuery,
  part: (parameters: Parameters) => RowPart,
  limit: number,
): Promise<ReadRow[]> {
  const parameters = new Parameters();
  const { condition, order: orderBy } = part(parameters);
  const where = conditionOf(filters, shape.columns, parameters);
  const { rows } = await session.query(
    `SELECT ${selectList(shape, order)} FROM ${quoteTable(shape)} AS t
     WHERE ${condition} AND ${where} ORDER BY ${orderBy} LIMIT ${limit}`,
    parameters.values,
  );
  return rows.map((row) => toReadRow(order, row));
}

/** Returns a page found by counting; rows of a view have no order, so its first column sorts them by default. */
async function readCountedOff(session: CustomerSession, query: PageQuery, rowsBefore: number): Promise<ReadPage> {
  const { shape, order, filters, limit } = query;
  if (rowsBefore > MAX_OFFSET) throw new ServiceError("invalid_request", `Rows after ${MAX_OFFSET} aren't shown.`);
  const parameters = new Parameters();
  const where = conditionOf(filters, shape.columns, parameters);
  const orderBy = orderClause(order);
  const { rows } = await session.query(
    `SELECT ${selectList(shape, order)} FROM ${quoteTable(shape)} AS t WHERE ${where}
     ${orderBy} LIMIT ${limit + 1} OFFSET ${rowsBefore}`,
    parameters.values,
  );
  const after = rowsBefore + limit;
  return {
    rows: rows.slice(0, limit).map((row) => toReadRow(order, row)),
    rowsBefore,
    previous: rowsBefore > 0 ? { rowsBefore: Math.max(0, rowsBefore - limit) } : null,
    next: rows.length > limit && after <= MAX_OFFSET ? { rowsBefore: after } : null,
  };
}

/** Returns the columns of the query. Postgres cuts long values, so that a page has a bounded size. */
function selectList({ columns }: TableShape, order: RowOrder): string {
  const cells = columns.map(({ name }) => `left(${columnText(name)}, ${MAX_CELL_CHARACTERS + 1})`);
  return [...positionColumns(order), ...cells].join(", ") || "1";
}

function toReadRow(order: RowOrder, row: (string | null)[]): ReadRow {
  const keyEnd = order.sorted.length + order.key.length;
  return {
    sorted: row.slice(0, order.sorted.length),
    key: row.slice(order.sorted.length, keyEnd).map((text) => text ?? ""),
    cells: row.slice(keyEnd),
  };
}

function positionOf(row: ReadRow | undefined, isBackward: boolean, rowsBefore: number): RowPosition | null {
  if (!row) return null;
  const { sorted, key } = row;
  if (sorted.join("").length + key.join("").length > MAX_CURSOR_CHARACTERS) return { rowsBefore };
  return { isBackward, rowsBefore, key, sorted };
}
