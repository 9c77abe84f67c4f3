"use client";

import { Button } from "@mantine/core";
import { type ReactNode, useState } from "react";
import { countText } from "@/components/ui/figure-text";
import { ListToolbar } from "./list-toolbar";

/** Keeps which rows of a list are selected, by their keys. One that is no longer listed is no longer selected. */
export function useSelection(listed: readonly string[]) {
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return {
    ...{ listed, selected, setSelected },
    chosen: listed.filter((key) => selected.has(key)),
    toggle: (key: string) =>
      setSelected((before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key])),
  };
}

interface Props {
  /** The noun of a row, such as `user`. */
  noun: string;
  selection: ReturnType<typeof useSelection>;
  /** The content while nothing is selected. */
  toolbar: ReactNode;
  /** The changes of the selected rows: a button for each. */
  acts: readonly { label: string; act: () => void }[];
}

/** The line above a list whose rows can be selected. */
export function SelectionToolbar({ noun, selection: { listed, chosen, setSelected }, toolbar, acts }: Props) {
  if (chosen.length === 0) return toolbar;
  return (
    <ListToolbar count={`${countText(chosen.length, noun)} selected`}>
      {acts.map(({ label, act }) => (
        <Button key={label} size="xs" variant="default" onClick={act}>
          {label}
        </Button>
      ))}
      {chosen.length < listed.length && (
        <Button size="xs" variant="subtle" onClick={() => setSelected(new Set(listed))}>
          Select all {listed.length} shown
        </Button>
      )}
      <Button size="xs" variant="subtle" onClick={() => setSelected(new Set())}>
        Clear selection
      </Button>
    </ListToolbar>
  );
}
