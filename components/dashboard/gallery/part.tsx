import type { ReactNode } from "react";
import classes from "./gallery.module.css";

/** One shared part in its states. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={classes.part} aria-label={title}>
      <h2 className={classes.title}>{title}</h2>
      <div className={classes.states}>{children}</div>
    </section>
  );
}
