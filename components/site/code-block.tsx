import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button";

/** Code with a button that copies it. Long lines wrap, so nothing scrolls sideways on a phone. */
export function CodeBlock({ text, label }: { text: string; label?: string | undefined }) {
  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        <span>{label ?? "text"}</span>
        <CopyButton text={text} />
      </div>
      <pre className={styles.pre}>
        <code>{text}</code>
      </pre>
    </div>
  );
}
