import type { ResultColumn } from "@/lib/sql/statements/resource";
import { bandsOf } from "../../grid/selection";
import type { GridState } from "../../grid/use-grid";
import type { ShownRows } from "./rows-text";

/** Returns the rows and columns of which cells are selected; everything where one cell is at most. */
export function chosenRows({ rects, isSeveral, rows }: GridState, columns: readonly ResultColumn[]): ShownRows {
  if (!isSeveral) return { columns, rows };
  const bands = bandsOf(rects);
  const places = [...new Set(bands.flatMap((band) => band.columns))].sort((a, b) => a - b);
  return {
    columns: places.flatMap((place) => columns[place] ?? []),
    rows: bands.flatMap(({ top, bottom }) =>
      rows.slice(top, bottom + 1).map((row) => places.map((place) => row[place] ?? null)),
    ),
  };
}
