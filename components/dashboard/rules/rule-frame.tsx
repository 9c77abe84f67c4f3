"use client";

import { Group } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { IconButton } from "@/components/ui/icon-button";
import classes from "./rules.module.css";

export interface RulePlace {
  index: number;
  count: number;
  isReadOnly: boolean;
  /** Whether it decided the last trial. */
  isDeciding: boolean;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

interface Props extends RulePlace {
  number: number;
  children: ReactNode;
}

/** A rule with its number, and buttons that move and delete it. */
export function RuleFrame({ number, index, count, isReadOnly, isDeciding, move, remove, children }: Props) {
  return (
    <li className={classes.rule} data-deciding={isDeciding || undefined} aria-label={`Rule ${number}`}>
      <div className={classes.head}>
        <h2 className={classes.name}>Rule {number}</h2>
        {!isReadOnly && (
          <Group gap={4}>
            <IconButton aria-label={`Move rule ${number} up`} disabled={index === 0} onClick={() => move(-1)}>
              <IconArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton aria-label={`Move rule ${number} down`} disabled={index === count - 1} onClick={() => move(1)}>
              <IconArrowDown size={16} aria-hidden />
            </IconButton>
            <IconButton aria-label={`Delete rule ${number}`} onClick={remove}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          </Group>
        )}
      </div>
      {children}
    </li>
  );
}
