"use client";

import { useEffect } from "react";
import { listCommands } from "./command-table";
import { KeySequence } from "./match-keys";
import { areSingleKeysOn } from "./single-keys";

/** Elements that take letters themselves: fields, editors, grids and open lists. */
const TAKES_LETTERS = [
  "input:not([type=checkbox], [type=radio], [type=button], [type=submit])",
  "textarea, select, [contenteditable]:not([contenteditable=false])",
  "[role=grid], [role=menu], [role=listbox], [role=tree], [role=application]",
].join();

/** Gives the command of the page whose keys are pressed, while nothing else takes letters. */
export function useCommandKeys(): void {
  useEffect(() => {
    const sequence = new KeySequence();
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key === "Shift" || !areSingleKeysOn()) return;
      if (event.target instanceof Element && event.target.closest(TAKES_LETTERS)) return;
      if (document.querySelector('[aria-modal="true"]')) return;
      const commands = listCommands().filter(({ run }) => run);
      const { found, isBegun } = sequence.press(commands, event);
      if (!found && !isBegun) return;
      event.preventDefault();
      found?.run?.();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
}
