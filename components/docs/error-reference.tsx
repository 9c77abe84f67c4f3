import Markdown from "react-markdown";
import styles from "./error-reference.module.css";

export interface ErrorEntry {
  code: string;
  status: number;
  retryable: boolean;
  meaning: string;
}

/** Lists the error codes. Each is an anchor that the `docsUrl` of an error body points to. */
export function ErrorReference({ errors }: { errors: readonly ErrorEntry[] }) {
  return errors.map((error) => (
    <section key={error.code} className={styles.entry} aria-labelledby={error.code}>
      <h2 id={error.code}>
        <a href={`#${error.code}`}>{error.code}</a>
      </h2>
      <p className={styles.facts}>
        <span className={styles.status}>{error.status}</span>
        {error.retryable ? "retryable" : "not retryable"}
      </p>
      <Markdown>{error.meaning}</Markdown>
    </section>
  ));
}
