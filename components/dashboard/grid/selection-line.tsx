"use client";

import { useEffect, useState } from "react";
import { countText } from "@/components/ui/figure-text";
import classes from "./grid.module.css";
import { isNumeric } from "./grid-column";
import { figuresOf, type RangeFigures } from "./range-figures";
import { bandsOf, countCells } from "./selection";
import type { GridState } from "./use-grid";

/** A selection is added up, and read out, once it has not changed for this long. */
const SETTLED_MS = 120;

interface Settled {
  of: GridState["rects"];
  text: string;
  figures: RangeFigures | null;
}

/** A line that says how many cells are chosen, and the sum, average, least and greatest of their numbers. */
export function SelectionLine({ grid }: { grid: GridState }) {
  const { rects, isSeveral, columns, valueAt } = grid;
  const [settled, setSettled] = useState<Settled | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the selection and the rows are the reason for it
  useEffect(() => {
    if (!isSeveral) return setSettled(null);
    const timer = setTimeout(() => {
      const bands = bandsOf(rects);
      const isNumber = (index: number) => columns[index] !== undefined && isNumeric(columns[index]);
      setSettled({ of: rects, text: sizeText(grid), figures: figuresOf(bands, isNumber, valueAt) });
    }, SETTLED_MS);
    return () => clearTimeout(timer);
  }, [rects, grid.rows]);
  const figures = settled?.figures;
  return (
    <div role="status" className={classes.chosen}>
      {settled && isSeveral && (
        <>
          <span>{settled.text}</span>
          {figures && (
            <>
              <Figure name="Sum" value={figures.sum} />
              <Figure name="Average" value={figures.average} />
              <Figure name="Min" value={figures.least} />
              <Figure name="Max" value={figures.greatest} />
            </>
          )}
        </>
      )}
    </div>
  );
}

function Figure({ name, value }: { name: string; value: string }) {
  return (
    <span>
      {name} <b>{value}</b>
    </span>
  );
}

function sizeText({ rects, chosenRows }: GridState): string {
  if (chosenRows.size > 0) return `${countText(chosenRows.size, "row")} selected`;
  const [only, ...others] = rects;
  const cells = `${countText(countCells(bandsOf(rects)), "cell")} selected`;
  if (!only || others.length > 0) return cells;
  const [rows, columns] = [only.bottom - only.top + 1, only.right - only.left + 1];
  return rows > 1 && columns > 1 ? `${cells} (${rows.toLocaleString("en")} × ${columns})` : cells;
}
