import type { ReactNode } from "react";
import styles from "./hosted-page.module.css";

/** A hosted page of few words: what happened, and where to go from here. */
export function Message({ title, text, children }: { title: string; text: string; children?: ReactNode }) {
  return (
    <section className={styles.message}>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </section>
  );
}
