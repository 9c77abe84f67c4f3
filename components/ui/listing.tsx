import type { ReactNode } from "react";
import table from "./plain-table.module.css";
import { Scrolling } from "./scrolling";

interface Column {
  name: string;
  /** Whether the column has figures, which stand at the right. */
  isFigure?: boolean;
}

interface Props {
  label: string;
  /** The width in pixels below which the table scrolls sideways, where its rows do not become cards. */
  minWidth: number;
  columns: readonly (string | Column)[];
  /** Whether each row becomes a card on a phone. */
  stacks?: boolean | undefined;
  /** Whether the last cell of each row holds its actions. */
  hasActions?: boolean;
  /** The rows: `tr` with a `th` for the row's subject. */
  children: ReactNode;
}

/** A table of the dashboard: a row for each thing, which ends with its actions. */
export function Listing({ label, minWidth, columns, stacks, hasActions = true, children }: Props) {
  return (
    <Scrolling label={`${label}, scrollable`} minWidth={minWidth} stacks={stacks}>
      <table className={`${table.table} ${table.highlight}`} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => {
              const { name, isFigure = false } = typeof column === "string" ? { name: column } : column;
              return (
                <th key={name} scope="col" data-figure={isFigure || undefined}>
                  {name}
                </th>
              );
            })}
            {hasActions && (
              <th scope="col" data-actions>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>{children}</tbody>
      </table>
    </Scrolling>
  );
}
