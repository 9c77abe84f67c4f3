import type { ReactNode } from "react";
import classes from "./consequences.module.css";

interface Props {
  goes: ReactNode;
  stays: ReactNode;
  /** Whether and until when it can be undone. */
  undo: ReactNode;
}

/** The things that an action destroys and those that it leaves, and whether it can be undone. */
export function Consequences({ goes, stays, undo }: Props) {
  return (
    <dl className={classes.list}>
      <dt>Deleted</dt>
      <dd>{goes}</dd>
      <dt>Kept</dt>
      <dd>{stays}</dd>
      <dt>Undo</dt>
      <dd>{undo}</dd>
    </dl>
  );
}
