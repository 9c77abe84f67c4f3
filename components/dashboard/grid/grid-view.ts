import type { KeyboardEvent, ReactNode } from "react";
import type { GridColumn } from "./grid-column";
import type { GridCell } from "./grid-move";

/** What a grid shows and does beyond rows, columns and values; everything is optional but what opening a cell means. */
export interface GridView {
  /** By Enter, a double click, or a second touch. */
  onOpen: (cell: GridCell) => void;
  /** Returns whether the key means something; keys that move, copy or open never get here. */
  onKey?: (event: KeyboardEvent, active: GridCell) => boolean;
  /** Opens the menu of a cell at a place of the window. */
  onMenu?: ((cell: GridCell, at: { x: number; y: number }) => void) | undefined;
  headOf?: (column: GridColumn) => ReactNode;
  gutterHead?: ReactNode;
  gutterOf?: (row: number) => ReactNode;
  contentOf?: (cell: GridCell) => ReactNode;
  /** The cell whose content is a field, to which presses belong. */
  edited?: GridCell | null;
  /** Rows that are selected; `null` where none can be. Without it the active cell is what is selected. */
  selected?: ReadonlySet<number> | null;
  isReadOnly?: boolean;
}
