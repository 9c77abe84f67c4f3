import type { Page } from "@playwright/test";
import { milliseconds, type Table } from "../report";
import { median, quantile } from "../statistics";
import { PASTED, type Pasted, pasteRows } from "./paste";
import { SCROLLED_ROWS, type Scrolled, scrollResult } from "./scrolling";
import { checkPasted, makePastedTable, type Seeded, tableNamed } from "./seed";

interface GridRun extends Seeded {
  page: Page;
  rounds: number;
  /** The address of the database's pages. */
  home: string;
}

const SCROLLED_S = 4;
/** 60 frames a second, rounded as Chromium rounds its times. */
const FRAME_MS = 16.7;
const SLOW_FRAME_MS = 33;
const PASTE_MS = 1_000;

/** Measures the frames of a result of 100,000 rows that is scrolled. */
export async function scrollTable({ page, home, rounds }: GridRun): Promise<Table> {
  const measured: Scrolled = { wheel: [], thumb: [] };
  for (let round = 0; round <= rounds; round++) {
    process.stderr.write(`measuring scrolling, round ${round} of ${rounds} …\n`);
    const scrolled = await scrollResult(page, `${home}/sql`, tableNamed.rows, SCROLLED_S);
    // The first round compiles.
    if (round === 0) continue;
    measured.wheel.push(...scrolled.wheel);
    measured.thumb.push(...scrolled.thumb);
  }
  const row = (what: string, deltas: readonly number[]) => {
    const middle = Math.round(median(deltas) * 10) / 10;
    const slow = quantile(deltas, 0.95);
    return [
      ...[what, tenths(middle), `≤ ${FRAME_MS} ms`, middle <= FRAME_MS ? "yes" : "no"],
      ...[tenths(slow), `< ${SLOW_FRAME_MS} ms`, slow < SLOW_FRAME_MS ? "yes" : "no"],
      ...[tenths(Math.max(...deltas)), String(deltas.length)],
    ];
  };
  return {
    title: `Frames while ${SCROLLED_ROWS.toLocaleString("en")} rows of 10 columns are scrolled, of ${rounds} runs of ${SCROLLED_S} s`,
    columns: ["How", "Median", "Goal", "Met", "p95", "Goal", "Met", "Longest", "Frames"],
    rows: [row("by the wheel, 200 rows a second", measured.wheel), row("by the scroll bar, all rows", measured.thumb)],
  };
}

const tenths = (value: number) => `${value.toFixed(1)} ms`;

/** Measures how long a paste takes until its changes are shown, and until they are applied. */
export async function pasteTable({ page, home, rounds, connectionString }: GridRun): Promise<Table> {
  const pasted: Pasted[] = [];
  for (let round = 0; round <= rounds; round++) {
    process.stderr.write(`measuring pastes, round ${round} of ${rounds} …\n`);
    await makePastedTable(connectionString);
    const one = await pasteRows(page, `${home}/tables/rows?schema=public&table=${tableNamed.pasted}`, round);
    await checkPasted(connectionString, round);
    if (round > 0) pasted.push(one);
  }
  const row = (what: string, times: readonly number[]) => {
    const range = `${Math.round(Math.min(...times))}–${Math.round(Math.max(...times))}`;
    const met = median(times) < PASTE_MS ? "yes" : "no";
    return [what, `${milliseconds(median(times))} (${range})`, `< ${PASTE_MS} ms`, met];
  };
  return {
    title: `Paste of ${(PASTED.rows * PASTED.columns).toLocaleString("en")} cells, ${PASTED.rows.toLocaleString("en")} rows of ${PASTED.columns}, of ${rounds}`,
    columns: ["What", "Until it is shown", "Goal", "Met"],
    rows: [
      row(
        "collected as changes",
        pasted.map(({ collected }) => collected),
      ),
      row(
        "applied and read anew",
        pasted.map(({ applied }) => applied),
      ),
    ],
  };
}
