"use client";

import { ListKeys } from "@/components/ui/commands/list-keys";
import type { RowAction } from "@/components/ui/row-action";
import { RowMenu } from "@/components/ui/row-menu";
import { CellContent } from "./cell-content";
import { faultOfRow, markOf } from "./pending-marks";
import classes from "./row-cards.module.css";
import { rowTargets } from "./row-target";
import type { RowEdits } from "./use-row-edits";

interface Props {
  base: string;
  edits: RowEdits;
  isReadOnly: boolean;
}

/** The values that a card shows with their columns' names. */
const NAMED = 3;

/** A page of rows on a phone: a card of two lines for each row, which opens the row as a form. */
export function RowCards(props: Props) {
  const { table } = props.edits;
  return (
    <ListKeys>
      <ul className={classes.cards} aria-label={`Rows of ${table.shape.name}`}>
        {table.rows.map((_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows of views have no other identity
          <RowCard key={row} row={row} {...props} />
        ))}
      </ul>
    </ListKeys>
  );
}

function RowCard({ row, base, edits, isReadOnly }: Props & { row: number }) {
  const { table, grid, pending } = edits;
  const { columns, primaryKey } = table.shape;
  const places = [...columns.keys()];
  const keys = places.filter((place) => primaryKey.includes(columns[place]?.name ?? ""));
  const others = places.filter((place) => !keys.includes(place));
  const [first, ...rest] = others;
  const contentOf = (column: number) => <CellContent table={table} cell={{ row, column }} target={null} />;
  const markAt = (column?: number) => markOf(edits.base, pending.pending, row, column) ?? undefined;
  const fault = faultOfRow(edits.base, pending.pending, row);
  const isSelected = grid.chosenRows.has(row);
  return (
    <li
      data-row
      className={classes.card}
      data-mark={fault === null ? markAt() : "refused"}
      data-selected={isSelected || undefined}
    >
      <div className={classes.line}>
        <button type="button" className={classes.open} onClick={() => edits.setFormRow(row)}>
          {keys.map((place) => (
            <span key={place} className={classes.key}>
              {contentOf(place)}
            </span>
          ))}
          {first !== undefined && (
            <span className={classes.first} data-mark={markAt(first)}>
              {columns[first]?.input !== "text" && <bdi className={classes.name}>{columns[first]?.name}</bdi>}{" "}
              {contentOf(first)}
            </span>
          )}
          {isSelected && <span className="visually-hidden">selected</span>}
        </button>
        <div className={classes.menu}>
          <RowMenu
            label={`Actions for row ${grid.rowsBefore + row + 1}`}
            actions={rowActions({ base, edits, isReadOnly, row })}
          />
        </div>
      </div>
      {rest.length > 0 && (
        <div className={classes.rest}>
          {rest.slice(0, NAMED).map((place) => (
            <span key={place} className={classes.named} data-mark={markAt(place)}>
              <bdi className={classes.name}>{columns[place]?.name}</bdi> {contentOf(place)}
            </span>
          ))}
        </div>
      )}
      {fault !== null && <div className={classes.fault}>{fault}</div>}
    </li>
  );
}

interface Row {
  base: string;
  edits: RowEdits;
  isReadOnly: boolean;
  row: number;
}

/** Returns the actions in the menu of a row. */
function rowActions({ base, edits, isReadOnly, row }: Row): RowAction[] {
  const { table, grid } = edits;
  const linked = rowTargets(base, table, row).map(({ table: name, href }) => ({ label: `Open row in ${name}`, href }));
  const opening = { label: isReadOnly ? "Show row" : "Edit row", onSelect: () => edits.setFormRow(row) };
  if (isReadOnly) return [opening, ...linked];
  return [
    opening,
    {
      label: grid.chosenRows.has(row) ? "Deselect row" : "Select row",
      onSelect: () => grid.toggleRow(row),
    },
    ...linked,
    { label: deletion(edits, row), onSelect: () => edits.removeRow(row), isDestructive: true },
  ];
}

function deletion({ table, pending }: RowEdits, row: number): string {
  if (table.rows[row]?.given) return "Discard row";
  return pending.isDeleted(row) ? "Keep row" : "Delete row";
}
