import { copyText } from "@/components/ui/copy-text";
import { countText } from "@/components/ui/figure-text";
import { keepCopied } from "./copied-block";
import type { GridView } from "./grid-view";
import { bandsOf, countCells, holds } from "./selection";
import { htmlOf, tsvOf } from "./tsv";
import type { GridState } from "./use-grid";

type Value = string | null;

/** The most cells that are copied as an HTML table too. */
const MAX_HTML = 20_000;

/** Copies the chosen cells: one as its text, several as tab-separated values and as a table. */
export function copyChosen(grid: GridState, { wholeValueOf }: Pick<GridView, "wholeValueOf">): void {
  const { rects } = grid;
  const bands = bandsOf(rects);
  const columns = [...new Set(bands.flatMap((band) => band.columns))].sort((a, b) => a - b);
  const textOf = wholeValueOf ?? grid.valueAt;
  const cells = bands.flatMap(({ top, bottom }) =>
    Array.from({ length: bottom - top + 1 }, (_, index) =>
      columns.map((column) => {
        const cell = { row: top + index, column };
        return rects.some((rect) => holds(rect, cell)) ? textOf(cell) : null;
      }),
    ),
  );
  const count = countCells(bands);
  const copy = (block: Value[][]) => {
    const text = count === 1 ? (block[0]?.[0] ?? "") : tsvOf(block);
    keepCopied(text, block);
    return { text, html: count > 1 && count <= MAX_HTML ? htmlOf(block) : null };
  };
  const what = count === 1 ? "Value" : countText(count, "cell");
  const isHere = (block: (Value | Promise<Value>)[][]): block is Value[][] =>
    !block.some((row) => row.some((value) => value instanceof Promise));
  copyText(isHere(cells) ? copy(cells) : Promise.all(cells.map((row) => Promise.all(row))).then(copy), what);
}
