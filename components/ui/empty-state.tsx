import type { ReactNode } from "react";
import classes from "./empty-state.module.css";

interface Props {
  title: string;
  text: ReactNode;
  level?: 1 | 2;
  /** One line of code that does the same, or how it will look. */
  example?: ReactNode;
  /** The button of the next step. */
  children?: ReactNode;
}

/** The notice in the place of an empty list: its purpose, the next step, and an example. */
export function EmptyState({ title, text, level = 2, example, children }: Props) {
  const Heading = level === 1 ? "h1" : "h2";
  return (
    <div className={classes.empty}>
      <Heading className={classes.title}>{title}</Heading>
      <div className={classes.text}>{text}</div>
      {children && <div className={classes.next}>{children}</div>}
      {example && <div className={classes.example}>{example}</div>}
    </div>
  );
}
