import type { ReactNode } from "react";
import classes from "./page-heading.module.css";
import { PageTitle, type PageTitleProps } from "./page-title";

interface Props extends PageTitleProps {
  text?: ReactNode;
  /** Buttons beside the title, of which at most one is filled. */
  children?: ReactNode;
}

/** The heading of a page, with its toolbar. */
export function PageHeading({ title, parent, text, children }: Props) {
  return (
    <div className={classes.heading}>
      <div className={classes.words}>
        <PageTitle title={title} parent={parent} />
        {text && <div className={classes.text}>{text}</div>}
      </div>
      {children && <div className={classes.actions}>{children}</div>}
    </div>
  );
}
