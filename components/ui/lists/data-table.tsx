import type { ReactNode } from "react";
import { Listing } from "@/components/ui/listing";

interface Column<Row> {
  name: string;
  /** Whether the column has figures, which stand at the right. */
  isFigure?: boolean;
  /** The label in a card of a phone, `null` for none; by default, the name. */
  card?: string | null | ((row: Row) => string | null);
  className?: string | undefined;
  cell: (row: Row) => ReactNode;
}

export interface DataTableProps<Row> {
  label: string;
  /** The width in pixels below which the table scrolls sideways, where its rows do not become cards. */
  minWidth: number;
  rows: readonly Row[];
  /** Returns the key of a row; by default its `id`. */
  keyOf?: (row: Row) => string;
  /** Whether the row is of something that is over, such as a revoked key. */
  isDimmed?: (row: Row) => boolean;
  /** The first column is of the row's subject. */
  columns: readonly Column<Row>[];
  /** Returns the last cell of a row, which holds its actions. */
  end?: ((row: Row) => ReactNode) | null;
}

/** A table of the dashboard, told by its columns: a row for each thing, which becomes a card on a phone. */
export function DataTable<Row>({ label, minWidth, rows, columns, ...options }: DataTableProps<Row>) {
  const { keyOf = idOf, isDimmed, end } = options;
  const [subject, ...others] = columns;
  return (
    <Listing label={label} minWidth={minWidth} columns={columns} stacks hasActions={Boolean(end)}>
      {rows.map((row) => (
        <tr key={keyOf(row)} data-dimmed={isDimmed?.(row) || undefined}>
          <th scope="row" className={subject?.className}>
            {subject?.cell(row)}
          </th>
          {others.map((column) => (
            <td
              key={column.name}
              data-figure={column.isFigure || undefined}
              data-label={cardLabel(column, row)}
              className={column.className}
            >
              {column.cell(row)}
            </td>
          ))}
          {end && <td data-actions>{end(row)}</td>}
        </tr>
      ))}
    </Listing>
  );
}

const idOf = (row: unknown): string => (row as { id: string }).id;

function cardLabel<Row>({ name, card = name }: Column<Row>, row: Row): string | undefined {
  return (typeof card === "function" ? card(row) : card) ?? undefined;
}
