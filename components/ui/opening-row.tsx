import { IconChevronRight } from "@tabler/icons-react";
import type { ReactNode } from "react";
import classes from "./opening-row.module.css";

interface Props {
  /** The cells of the line, which is one on a desktop. */
  line: ReactNode;
  /** The content at the end of the line, such as a button. */
  end?: ReactNode;
  /** The content that a click on the line, or Enter, opens below it. */
  children: ReactNode;
}

/** A list item of one line that opens to show everything; it needs no script. */
export function OpeningRow({ line, end, children }: Props) {
  return (
    <li className={classes.row} data-row>
      <details className={classes.details}>
        <summary className={classes.summary}>
          <IconChevronRight size={14} aria-hidden className={classes.mark} />
          {line}
        </summary>
        <div className={classes.opened}>{children}</div>
      </details>
      {end && <div className={classes.end}>{end}</div>}
    </li>
  );
}
