import type { RowAction } from "@/components/ui/row-action";
import { rowTargets } from "./row-target";
import type { RowEdits } from "./use-row-edits";

interface Row {
  base: string;
  edits: RowEdits;
  isReadOnly: boolean;
  row: number;
}

/** Returns the actions in the menu of a row. */
export function rowActions({ base, edits, isReadOnly, row }: Row): RowAction[] {
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
