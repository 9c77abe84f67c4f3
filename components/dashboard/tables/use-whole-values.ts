"use client";

import { useEffect, useState } from "react";
import type { RowEdits } from "./use-row-edits";

/** Reads the values of a row of which the page has only the beginning. Returns those that were read, by their place. */
export function useWholeValues({ table, readWhole }: RowEdits, row: number): ReadonlyMap<number, string | null> {
  const [whole, setWhole] = useState<ReadonlyMap<number, string | null>>(new Map());
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, as the row is when it is opened
  useEffect(() => {
    let isOver = false;
    for (const column of table.rows[row]?.cut ?? []) {
      void readWhole({ row, column }).then((outcome) => {
        if (!isOver && outcome.isDone) setWhole((before) => new Map(before).set(column, outcome.value.text));
      });
    }
    return () => {
      isOver = true;
    };
  }, []);
  return whole;
}
