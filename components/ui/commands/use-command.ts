"use client";

import { useEffect, useEffectEvent } from "react";
import { type Command, type CommandGroup, registerCommands } from "./command-table";

interface Options extends Pick<Command, "id" | "label" | "keys"> {
  group?: CommandGroup;
  /** Whether it can be given now. */
  isOn?: boolean;
}

/**
 * Offers the component's action as a command of the page, to its keys and to the palette. An address that ends in `#`
 * and the command's id gives it once the page is there.
 */
export function useCommand({ id, label, keys, group = "This page", isOn = true }: Options, run: () => void): void {
  const give = useEffectEvent(run);
  useEffect(() => {
    if (!isOn) return;
    const remove = registerCommands([{ id, label, keys, group, run: () => give() }]);
    if (location.hash === `#${id}`) {
      history.replaceState(null, "", location.pathname + location.search);
      give();
    }
    return remove;
  }, [id, label, keys, group, isOn]);
}

/** Offers several commands; `commands` is to stay the same object between renders. */
export function useCommands(commands: readonly Command[]): void {
  useEffect(() => registerCommands(commands), [commands]);
}
