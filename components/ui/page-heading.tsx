import type { ReactNode } from "react";
import classes from "./page-heading.module.css";

interface Props {
  title: ReactNode;
  text?: ReactNode;
  /** Buttons beside the title, of which at most one is filled. */
  children?: ReactNode;
}

/** The heading of a page, with its toolbar. */
export function PageHeading({ title, text, children }: Props) {
  return (
    <div className={classes.heading}>
      <div className={classes.words}>
        <h1 className={classes.title}>{title}</h1>
        {text && <div className={classes.text}>{text}</div>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
