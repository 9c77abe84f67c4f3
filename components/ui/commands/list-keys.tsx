"use client";

import type { ReactNode } from "react";
import type { Command } from "./command-table";
import { useCommands } from "./use-command";

const LIST = "data-list";

/** A row, or its stand-in, has a link or a button that opens it. */
const ROWS = `[${LIST}] :is(tbody > tr, [data-row])`;
const OPENERS = "a[href], summary, button:not([disabled])";

/**
 * A list whose rows are walked by keys: `j` and `k` focus the next and the previous row's link, which Enter follows,
 * and `x` ticks the row.
 */
export function ListKeys({ children }: { children: ReactNode }) {
  useCommands(COMMANDS);
  return (
    <div {...{ [LIST]: true }} style={{ display: "contents" }}>
      {children}
    </div>
  );
}

function rows(): HTMLElement[] {
  return [...document.querySelectorAll<HTMLElement>(ROWS)].filter(
    // Rows that are folded away are passed by.
    (row) => row.checkVisibility() && row.querySelector(OPENERS),
  );
}

function focusedOf(all: readonly HTMLElement[]): number {
  // A row that is folded out contains its rows.
  return all.findLastIndex((row) => row.contains(document.activeElement));
}

/** Moves by rows through the lists of the page as if they were one; from elsewhere to the first or the last row. */
function move(by: 1 | -1): void {
  const all = rows();
  const from = focusedOf(all);
  const to = from === -1 ? (by === 1 ? 0 : all.length - 1) : Math.min(Math.max(from + by, 0), all.length - 1);
  all[to]?.querySelector<HTMLElement>(OPENERS)?.focus();
  all[to]?.scrollIntoView({ block: "nearest" });
}

function tick(): void {
  const all = rows();
  all[focusedOf(all)]?.querySelector<HTMLInputElement>("input[type=checkbox]")?.click();
}

const COMMANDS: readonly Command[] = [
  { id: "list-next", label: "Next row", keys: "j", group: "Lists", run: () => move(1) },
  { id: "list-previous", label: "Previous row", keys: "k", group: "Lists", run: () => move(-1) },
  { id: "list-open", label: "Open the row", keys: "Enter", group: "Lists" },
  { id: "list-select", label: "Select the row", keys: "x", group: "Lists", run: tick },
];
