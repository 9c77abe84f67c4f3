import type { ReactNode } from "react";
import { LinkAnchor } from "./link";
import classes from "./page-title.module.css";

export interface PageTitleProps {
  title: ReactNode;
  /** The page above this one, where the sidebar doesn't name this one. */
  parent?: { href: string; label: string } | undefined;
}

/** The title of a page, after a link to the page above it: `Tables / orders`. */
export function PageTitle({ title, parent }: PageTitleProps) {
  return (
    <div className={classes.path}>
      {parent && (
        <span className={classes.parent}>
          <LinkAnchor href={parent.href} c="dimmed" fz="inherit">
            {parent.label}
          </LinkAnchor>
          <span aria-hidden>/</span>
        </span>
      )}
      <h1 className={classes.title}>{title}</h1>
    </div>
  );
}
