import styles from "./notice.module.css";

/** A whole-page message: nothing here, or something failed. */
export function Notice({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <main id="main" className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.actions}>
        {children}
        {/* A full load: what failed is left behind, and every page is spared a copy of Next's link for this one. */}
        <a href="/">Start page</a>
        <a href="/docs">Docs</a>
      </div>
    </main>
  );
}
