import Link from "next/link";
import styles from "./notice.module.css";

/** A whole-page message: nothing here, or something failed. */
export function Notice({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <main id="main" className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.actions}>
        {children}
        <Link href="/">Start page</Link>
        <Link href="/docs">Docs</Link>
      </div>
    </main>
  );
}
