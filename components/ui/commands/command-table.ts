import { useSyncExternalStore } from "react";

/** The heading of a command in the list of shortcuts. */
export type CommandGroup = "This page" | "Lists" | "Go to" | "Everywhere";

/** Something that the page can do now: the keys, the list of shortcuts and the palette all read it from one table. */
export interface Command {
  /** The name in the palette and in a link's fragment, such as `create-database`. */
  id: string;
  label: string;
  /** One key such as `c`, two in a row such as `g d`, or one with a modifier such as `mod+K`. */
  keys?: string | undefined;
  group: CommandGroup;
  /** Absent where the keys are handled elsewhere, such as in an editor, and only listed. */
  run?: (() => void) | undefined;
}

const registered = new Set<readonly Command[]>();
const listeners = new Set<() => void>();
const NONE: readonly Command[] = [];
let all = NONE;

/** Adds commands to the table, and returns a function that takes them out again. */
export function registerCommands(commands: readonly Command[]): () => void {
  registered.add(commands);
  changed();
  return () => {
    registered.delete(commands);
    changed();
  };
}

function changed(): void {
  all = [...registered].flat();
  for (const listener of listeners) listener();
}

/** Returns the commands of the page as it is now. */
export function listCommands(): readonly Command[] {
  return all;
}

/** Returns the commands of the page, and renders again when they change. */
export function useCommandTable(): readonly Command[] {
  return useSyncExternalStore(listen, listCommands, () => NONE);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
