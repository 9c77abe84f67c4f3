import type { ReactNode } from "react";
import classes from "./status-word.module.css";

interface Props {
  /** The meaning of the dot: as it should be, under way, needs attention, failed, or over. */
  kind: "good" | "waiting" | "warning" | "bad" | "quiet";
  children: ReactNode;
}

/** A state as a dot and a word, so that the colour alone says nothing. */
export function StatusWord({ kind, children }: Props) {
  return (
    <span className={classes.status} data-kind={kind}>
      {children}
    </span>
  );
}
