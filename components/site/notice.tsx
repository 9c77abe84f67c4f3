import buttons from "./button.module.css";
import styles from "./notice.module.css";

/** A message that fills the page, for an address that is not found or a failure. */
export function Notice({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <main id="main" className={styles.notice}>
      <h1>{title}</h1>
      <p>{text}</p>
      <div className={styles.actions}>
        {children}
        {/* The plain link makes a full load, which leaves the failed state behind. */}
        <a className={buttons.outlined} href="/">
          Start page
        </a>
        <a className={buttons.outlined} href="/docs">
          Docs
        </a>
      </div>
    </main>
  );
}
