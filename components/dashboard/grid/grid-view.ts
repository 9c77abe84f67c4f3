import type { KeyboardEvent, ReactNode } from "react";
import type { GridColumn } from "./grid-column";
import type { GridCell } from "./grid-move";

export type GridMark = "changed" | "added" | "deleted" | "refused";

/** A page's additions to a grid: the content of its parts, and the handling of a cell that is opened. */
export interface GridView {
  /** Opens a cell, by Enter, a double click or a second touch. */
  onOpen: (cell: GridCell) => void;
  /** Handles a key and returns whether it did. Keys that move, copy or open do not get here. */
  onKey?: (event: KeyboardEvent, active: GridCell) => boolean;
  /** Takes text that the user pastes on a cell. */
  onPaste?: ((cell: GridCell, text: string) => void) | undefined;
  /** Opens the menu of a cell at a position in the window. */
  onMenu?: ((cell: GridCell, at: { x: number; y: number }) => void) | undefined;
  headOf?: (column: GridColumn) => ReactNode;
  gutterHead?: ReactNode;
  gutterOf?: (row: number) => ReactNode;
  contentOf?: (cell: GridCell) => ReactNode;
  /** The cell whose content is a field, which handles clicks itself. */
  edited?: GridCell | null;
  /** Returns how a row, or one of its cells, is marked. */
  markOf?: (row: number, column?: number) => GridMark | null;
  /** Returns why a value cannot be saved. */
  faultOf?: (cell: GridCell) => string | null;
  /** Returns all of a value for the clipboard, where cells show a part of it. */
  wholeValueOf?: (cell: GridCell) => string | null | Promise<string | null>;
  isReadOnly?: boolean;
}

export interface ShownCells {
  rows: readonly number[];
  columns: readonly number[];
}
