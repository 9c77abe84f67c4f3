import type { ReactNode } from "react";
import { KeepFocus } from "@/components/ui/keep-focus";
import { Listing } from "@/components/ui/listing";
import type { RowAction } from "@/components/ui/row-action";
import { RowMenu } from "@/components/ui/row-menu";

interface Column<Row> {
  name: string;
  /** Whether the column has figures, which stand at the right. */
  isFigure?: boolean;
  /** The label in a card of a phone, `null` for none; by default, the name. */
  card?: string | null | ((row: Row) => string | null);
  className?: string | undefined;
  cell: (row: Row) => ReactNode;
}

interface Props<Row> {
  label: string;
  /** The width in pixels below which the table scrolls sideways, where its rows do not become cards. */
  minWidth: number;
  rows: readonly Row[];
  /** By default, the row's `id`. */
  keyOf?: (row: Row) => string;
  /** Whether the row is of something that is over, such as a revoked key. */
  isDimmed?: (row: Row) => boolean;
  /** The first column is of the row's subject. */
  columns: readonly Column<Row>[];
  /** Returns the menu of a row; `null` for no menus. */
  menu?: ((row: Row) => { of: string; actions: readonly RowAction[] }) | null;
  /** Returns the last cell of a row in place of a menu. */
  end?: (row: Row) => ReactNode;
  /** Whether the table takes the focus of a row that goes; not within a group that does. */
  keepsFocus?: boolean;
  /** The dialogs of the menus. */
  children?: ReactNode;
}

/** A table of the dashboard, told by its columns: a row for each thing, which becomes a card on a phone. */
export function DataTable<Row>({ label, minWidth, rows, columns, children, ...options }: Props<Row>) {
  const { keyOf = idOf, isDimmed, menu, end, keepsFocus = true } = options;
  const [subject, ...others] = columns;
  const endOf = end ?? (menu && menuIn(menu));
  const table = (
    <Listing label={label} minWidth={minWidth} columns={columns} stacks hasActions={Boolean(endOf)}>
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
          {endOf && <td data-actions>{endOf(row)}</td>}
        </tr>
      ))}
    </Listing>
  );
  if (!endOf || !keepsFocus) return table;
  return (
    <KeepFocus label={label}>
      {table}
      {children}
    </KeepFocus>
  );
}

const idOf = (row: unknown): string => (row as { id: string }).id;

function menuIn<Row>(menu: NonNullable<Props<Row>["menu"]>) {
  return function menuOf(row: Row) {
    const { of, actions } = menu(row);
    return <RowMenu label={`Actions for ${of}`} actions={actions} />;
  };
}

function cardLabel<Row>({ name, card = name }: Column<Row>, row: Row): string | undefined {
  return (typeof card === "function" ? card(row) : card) ?? undefined;
}
