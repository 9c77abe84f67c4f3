import type { KeyboardEvent } from "react";
import { copyChosen } from "./copy-chosen";
import { ROW_HEIGHT } from "./grid-measures";
import { gridMove } from "./grid-move";
import type { GridView } from "./grid-view";
import type { GridState } from "./use-grid";

const RESIZE_STEP: Record<string, number> = { ArrowLeft: -16, ArrowRight: 16 };

/** Handles a key of a grid: moves, chooses, copies, opens, or leaves it to the page. */
export function hearGridKey(event: KeyboardEvent, grid: GridState, view: GridView): void {
  const { active, rows, columns, root, reached } = grid;
  if (!active) return;
  const page = Math.max(1, Math.floor((root.current?.clientHeight ?? 0) / ROW_HEIGHT) - 2);
  const size = { rows: rows.length, columns: columns.length, page };
  const step = event.shiftKey && event.altKey ? RESIZE_STEP[event.key] : undefined;
  const next = gridMove(event, event.shiftKey ? reached : active, size);
  if (step !== undefined) grid.sizes.widen(active.column, step);
  else if (next) event.shiftKey ? grid.reach(next) : grid.goTo(next);
  else if (!chooses(event, grid)) {
    if (event.key === "Enter" && !event.shiftKey) view.onOpen(active);
    else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "c") copyChosen(grid, view);
    else if (!view.onKey?.(event, active)) return;
  }
  event.preventDefault();
}

/** Returns whether the key chose something: everything, a row, a column, or only the active cell again. */
function chooses({ key, ctrlKey, metaKey, shiftKey }: KeyboardEvent, grid: GridState): boolean {
  const { active } = grid;
  if (!active) return false;
  const isCommand = ctrlKey || metaKey;
  if (isCommand && key.toLowerCase() === "a") grid.chooseAll();
  else if (key === " " && shiftKey) grid.chooseRow(active.row);
  else if (key === " " && isCommand) grid.chooseColumn(active.column);
  else if (key === "Escape" && grid.isSeveral) grid.setActive(active);
  else return false;
  return true;
}
