import styles from "./code-block.module.css";
import { CopyButton } from "./copy-button";
import { highlight } from "./highlight";

interface CodeBlockProps {
  text: string;
  language?: string | undefined;
  /** Instead of the language. */
  label?: string | undefined;
}

/** Code with a button that copies it. Long lines wrap, so nothing scrolls sideways on a phone. */
export function CodeBlock({ text, language = "text", label }: CodeBlockProps) {
  return (
    <div className={styles.block}>
      <div className={styles.bar}>
        <span>{label ?? (language === "sh" ? "shell" : language)}</span>
        <CopyButton text={text} />
      </div>
      <pre className={styles.pre}>
        <code>{highlight(text, language)}</code>
      </pre>
    </div>
  );
}
