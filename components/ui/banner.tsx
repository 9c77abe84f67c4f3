import type { ReactNode } from "react";
import classes from "./banner.module.css";

interface Props {
  /** The anchor of the title, which names the region. */
  id: string;
  title: string;
  /** The button that ends the state. */
  action?: ReactNode;
  children: ReactNode;
}

/** A warning above a page's content. It is plain, so that no page grows by it. */
export function Banner({ id, title, action, children }: Props) {
  return (
    <section className={classes.banner} aria-labelledby={id}>
      <div>
        <h2 className={classes.title} id={id}>
          {title}
        </h2>
        {children}
      </div>
      {action}
    </section>
  );
}
