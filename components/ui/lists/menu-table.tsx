import type { ReactNode } from "react";
import { KeepFocus } from "@/components/ui/keep-focus";
import type { RowAction } from "@/components/ui/row-action";
import { RowMenu } from "@/components/ui/row-menu";
import { DataTable, type DataTableProps } from "./data-table";

interface Props<Row> extends DataTableProps<Row> {
  /** Returns the menu of a row, in place of `end`; `null` for no menus. */
  menu?: ((row: Row) => { of: string; actions: readonly RowAction[] }) | null;
  /** Whether the table takes the focus of a row that goes; not within a group that does. */
  keepsFocus?: boolean;
  /** The dialogs of the menus. */
  children?: ReactNode;
}

/** A table whose rows end with their menus. */
export function MenuTable<Row>({ menu, end, keepsFocus = true, children, ...data }: Props<Row>) {
  const table = <DataTable {...data} end={end ?? (menu && endOf(menu))} />;
  if (!keepsFocus) return table;
  return (
    <KeepFocus label={data.label}>
      {table}
      {children}
    </KeepFocus>
  );
}

function endOf<Row>(menu: NonNullable<Props<Row>["menu"]>) {
  return function menuOf(row: Row) {
    const { of, actions } = menu(row);
    return <RowMenu label={`Actions for ${of}`} actions={actions} />;
  };
}
