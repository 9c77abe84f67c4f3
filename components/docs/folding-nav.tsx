import type { ReactNode } from "react";
import styles from "./folding-nav.module.css";

interface FoldingNavProps {
  label: string;
  /** The column of the page that it is if the screen is wide enough. */
  column: "sidebar" | "outline";
  children: ReactNode;
}

/** A list of links that stays in sight on a wide screen, and folds into one line on others, without a script. */
export function FoldingNav({ label, column, children }: FoldingNavProps) {
  return (
    <nav className={`${styles.nav} ${styles[column]}`} aria-label={label}>
      <details>
        <summary>{label}</summary>
        <div>{children}</div>
      </details>
      <div className={styles.open}>{children}</div>
    </nav>
  );
}
