import { UnstyledButton } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Keys } from "@/components/ui/commands/keys";
import type { PaletteItem } from "./item";
import classes from "./palette.module.css";
import type { Section } from "./sections";

/** The options of one kind, under its name. */
export function PaletteGroup({ group, items, children }: Section & { children: (item: PaletteItem) => ReactNode }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of options
    <div role="group" aria-labelledby={id}>
      <div id={id} role="presentation" className={classes.group}>
        {group}
      </div>
      {items.map(children)}
    </div>
  );
}

interface RowProps {
  id: string;
  item: PaletteItem;
  isChosen: boolean;
  point: () => void;
  choose: (isApart: boolean) => void;
}

/** An option: its action or target, and its keys. */
export function PaletteRow({ id, item, isChosen, point, choose }: RowProps) {
  const { icon: Icon, label, hint, keys } = item;
  return (
    <UnstyledButton
      id={id}
      role="option"
      aria-selected={isChosen}
      tabIndex={-1}
      className={classes.row}
      onMouseMove={isChosen ? undefined : point}
      onClick={(event) => choose(event.metaKey || event.ctrlKey)}
    >
      <Icon size={16} stroke={1.6} aria-hidden />
      <span className={classes.label}>
        <bdi>{label}</bdi>
      </span>
      {hint && <span className={classes.hint}>{hint}</span>}
      {keys && (
        <span className={classes.keys} aria-hidden>
          <Keys keys={keys} />
        </span>
      )}
    </UnstyledButton>
  );
}
