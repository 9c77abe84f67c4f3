import type { CSSProperties, ReactNode } from "react";
import { ListKeys } from "./commands/list-keys";
import classes from "./scrolling.module.css";
import stacking from "./stacking.module.css";

interface Props {
  label: string;
  minWidth: number;
  /** Whether each row of the table inside becomes a card on a phone, in place of scrolling. */
  stacks?: boolean | undefined;
  children: ReactNode;
}

/** A region that scrolls sideways where the screen is narrower than `minWidth` (pixels), by keys too. */
export function Scrolling({ label, minWidth, stacks = false, children }: Props) {
  const className = stacks ? `${classes.region} ${stacking.region}` : classes.region;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling part must be reached by the keyboard
    <section className={className} tabIndex={0} aria-label={label}>
      <div style={{ "--least": `${minWidth / 16}rem` } as CSSProperties}>
        <ListKeys>{children}</ListKeys>
      </div>
    </section>
  );
}
