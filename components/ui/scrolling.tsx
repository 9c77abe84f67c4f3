import type { ReactNode } from "react";
import classes from "./scrolling.module.css";

/** A region that scrolls sideways where the screen is narrower than `minWidth` (pixels), by keys too. */
export function Scrolling({ label, minWidth, children }: { label: string; minWidth: number; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <section className={classes.region} tabIndex={0} aria-label={label}>
      <div style={{ minWidth: `${minWidth / 16}rem` }}>{children}</div>
    </section>
  );
}
