import type { ReactNode } from "react";
import classes from "./keys.module.css";

interface Props {
  id: string;
  title: string;
  /** The purpose of such keys, in a sentence or two. */
  text: string;
  children: ReactNode;
}

/** A part of the page of keys: one kind of key. */
export function KeySection({ id, title, text, children }: Props) {
  return (
    <section aria-labelledby={id} className={classes.section}>
      <h2 id={id} className="section-title">
        {title}
      </h2>
      <p className={classes.text}>{text}</p>
      {children}
    </section>
  );
}
