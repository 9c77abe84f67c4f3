import type { ReactNode } from "react";
import styles from "./hosted-page.module.css";

/** A hosted page without a project to take its looks from. */
export function PlainPage({ children }: { children: ReactNode }) {
  return (
    <div className={styles.page}>
      <span />
      <main id="main" className={styles.card}>
        {children}
      </main>
      <span />
    </div>
  );
}
