"use client";

import { Checkbox, VisuallyHidden } from "@mantine/core";
import type { GridMark } from "../grid/grid-view";
import classes from "./row-grid.module.css";

interface Props {
  number: number;
  mark: GridMark | null;
  isSelected: boolean;
  onSelect: () => void;
}

const MARKS: Record<GridMark, { sign: string; text: string }> = {
  changed: { sign: "", text: "changed" },
  added: { sign: "+", text: "will be added" },
  deleted: { sign: "−", text: "will be deleted" },
  refused: { sign: "!", text: "can't be saved" },
};

/** The head of a row that can be selected: its number, in place of which the pointer finds a checkbox. */
export function RowGutter({ number, mark, isSelected, onSelect }: Props) {
  return (
    <>
      <span aria-hidden={mark === null} className={classes.number} data-selected={isSelected || undefined}>
        {mark === null ? number : MARKS[mark].sign}
        {mark !== null && <VisuallyHidden>{MARKS[mark].text}</VisuallyHidden>}
      </span>
      <Checkbox
        size="xs"
        tabIndex={-1}
        className={classes.box}
        aria-label={`Select row ${number}`}
        checked={isSelected}
        onChange={onSelect}
      />
    </>
  );
}
