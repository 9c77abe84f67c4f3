"use client";

import { IconArrowDown, IconArrowUp } from "@tabler/icons-react";
import dynamic from "next/dynamic";
import { type KeyboardEvent, type ReactNode, useState } from "react";
import { useWhenIdle } from "@/components/ui/use-when-idle";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import { cellText, inWords } from "../grid/cell-text";
import { CellValue } from "../grid/cell-value";
import { ColumnLabel } from "../grid/column-label";
import { Grid } from "../grid/grid";
import type { GridColumn, GridValues } from "../grid/grid-column";
import { type GridCell, gridMove } from "../grid/grid-move";
import { bandsOf } from "../grid/selection";
import { SelectionLine } from "../grid/selection-line";
import { type GridState, useGrid } from "../grid/use-grid";
import { type ChartChoice, firstChoice } from "./chart/chart-data";
import { ExportMenus } from "./export/export-menu";
import type { ShownRows } from "./export/rows-text";
import { FindBar } from "./find/find-bar";
import { useFind } from "./find/use-find";
import classes from "./result-grid.module.css";
import { useKept } from "./result-memory";
import { ChartSwitch, GridTools } from "./result-tools";
import { SortNote } from "./sort/sort-note";
import { useSort } from "./sort/use-sort";
import type { ViewerPlace } from "./value/value-panel";

const loadValue = () => import("./value/value-panel");
/**
 * Without something to show meanwhile, anything that brings the part would wait for it, such as the first cell that is
 * chosen.
 */
const ValuePanel = dynamic(loadValue, { loading: () => null });
const ResultChart = dynamic(() => import("./chart/result-chart"), { loading: () => null });

const KEYS =
  "Arrow keys move between values, Enter or Space opens one, Slash finds a text, S sorts by the column, Shift+arrow keys select more, Ctrl+A all of them, Shift+Space a row, Ctrl+Space a column, Ctrl+C copies the selection, Alt+Shift+arrow keys change the column's width.";

interface Props {
  label: string;
  columns: readonly ResultColumn[];
  rows: readonly GridValues[];
  /** The statement that the rows came from. */
  statement: string;
  /** Whether there are more rows than those that were loaded. */
  isTruncated: boolean;
  /** More buttons for the rows. */
  children?: ReactNode;
}

/** A result as a grid or a chart, with tools above it. A value opens beside the grid. */
export function ResultGrid({ label, columns, rows, statement, isTruncated, children }: Props) {
  const sort = useSort(columns, rows);
  const grid = useGrid(sort.columns, sort.rows);
  const find = useFind(grid);
  const viewer = useViewer(grid);
  const [view, setView] = useKept(keptName(label, columns), () => ({
    isChart: false,
    choice: firstChoice(columns),
  }));
  useWhenIdle(() => void loadValue().catch(() => undefined));
  const { active } = grid;
  const value = active && grid.valueAt(active);
  const column = active && columns[active.column];
  const onKey = ({ key }: KeyboardEvent, cell: GridCell) => {
    if (key === " ") viewer.open(cell);
    else if (key === "/") find.open();
    else if (key === "s") sort.toggle(cell.column);
    else if (key === "Escape" && viewer.place) viewer.close();
    else return false;
    return true;
  };
  const onRootKey = (event: KeyboardEvent) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== "f" || view.isChart) return;
    event.preventDefault();
    find.open();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: hears a key of everything within
    <div className={classes.result} onKeyDown={onRootKey}>
      <div className={classes.bar}>
        {children}
        <ChartSwitch isChart={view.isChart} showChart={(isChart) => setView({ ...view, isChart })} />
        <SortNote {...sort} columns={columns} isTruncated={isTruncated} />
        <span className={classes.tools}>
          {!view.isChart && find.isOpen && <FindBar find={find} isTruncated={isTruncated} />}
          <ExportMenus
            what={grid.isSeveral ? "Selected cells" : isTruncated ? "All loaded rows" : "All rows"}
            pick={() => chosenRows(grid, columns)}
            statement={statement}
          />
          {!view.isChart && <GridTools find={find.open} open={active && (() => viewer.open(active))} />}
        </span>
      </div>
      {view.isChart ? (
        <ResultChart
          label={label}
          columns={columns}
          rows={sort.rows}
          choice={view.choice}
          choose={(choice: ChartChoice) => setView({ ...view, choice })}
        />
      ) : (
        <div className={classes.body}>
          <Grid
            grid={grid}
            label={label}
            keys={KEYS}
            className={classes.grid}
            onOpen={viewer.open}
            onKey={onKey}
            headOf={(head) => <SortHeader column={head} sort={() => sort.toggle(sort.columns.indexOf(head))} />}
            contentOf={(cell) => (
              <FoundValue value={inWords(columns[cell.column]?.typeName, grid.valueAt(cell))} pattern={find.pattern} />
            )}
          />
          {active && column && <ValuePanel {...viewer} column={column} row={active.row} value={value} />}
        </div>
      )}
      {!view.isChart && <SelectionLine grid={grid} />}
    </div>
  );
}

/** Returns the name under which the view of a result is kept: another query in its place begins anew. */
function keptName(label: string, columns: readonly ResultColumn[]): string {
  return JSON.stringify([label, columns.map(({ name, typeName }) => [name, typeName])]);
}

/** Returns the rows and columns of which cells are selected; everything where one cell is at most. */
function chosenRows({ rects, isSeveral, rows }: GridState, columns: readonly ResultColumn[]): ShownRows {
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

/** The name and type of a column. A click sorts the loaded rows by it; the grid's key S does the same. */
function SortHeader({ column, sort }: { column: GridColumn; sort: () => void }) {
  const Arrow = column.sort === "descending" ? IconArrowDown : IconArrowUp;
  return (
    <button type="button" tabIndex={-1} className={classes.head} onClick={sort}>
      <ColumnLabel column={column}>{column.sort && <Arrow size={13} aria-hidden />}</ColumnLabel>
    </button>
  );
}

/**
 * A value on one line with the matches in it marked; all of it where the match is beyond the part that the cell shows.
 */
function FoundValue({ value, pattern }: { value: string | null; pattern: RegExp | null }) {
  if (!value || !pattern?.test(value)) return <CellValue value={value} />;
  const text = cellText(value);
  const parts = text.split(new RegExp(`(${pattern.source})`, pattern.flags));
  if (parts.length === 1) return <mark className={classes.found}>{text}</mark>;
  return (
    <bdi>
      {parts.map((part, index) =>
        index % 2 === 0 ? (
          part
        ) : (
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one text
          <mark key={index} className={classes.found}>
            {part}
          </mark>
        ),
      )}
    </bdi>
  );
}

/** The width of the window from which a value is shown beside its grid. */
const WIDE = "(min-width: 48em)";

/** Opens the value of the active cell beside the grid, or in a dialog where there is no room. It follows that cell. */
function useViewer(grid: GridState) {
  const [place, setPlace] = useState<ViewerPlace | null>(null);
  const { active, rows, columns } = grid;
  const moveBy = (key: string, isFar = false) => {
    const size = { rows: rows.length, columns: columns.length, page: 10 };
    const next = gridMove({ key, ctrlKey: isFar, metaKey: false }, active, size);
    if (next) grid.goTo(next);
    return next !== null;
  };
  return {
    place,
    open: (cell: GridCell) => {
      grid.setActive(cell);
      setPlace(window.matchMedia(WIDE).matches ? "side" : "dialog");
    },
    enlarge: () => setPlace("dialog"),
    close: () => {
      setPlace(null);
      grid.focus();
    },
    step: (by: 1 | -1) => void moveBy(by === 1 ? "ArrowRight" : "ArrowLeft"),
    onMove: ({ key, ctrlKey, metaKey }: KeyboardEvent) => moveBy(key, ctrlKey || metaKey),
  };
}
