"use client";

import { Notice } from "./notice";
import styles from "./notice.module.css";

/** Shows the reference under which the log has the cause of a failure, never the cause itself. */
export function FailureNotice({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <Notice title="Something failed here" text="The page could not be shown. Trying again may help.">
      <button type="button" onClick={retry}>
        Try again
      </button>
      {reference && <span className={styles.reference}>Reference {reference}</span>}
    </Notice>
  );
}
