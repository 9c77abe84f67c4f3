"use client";

import buttons from "./button.module.css";
import { Notice } from "./notice";
import styles from "./notice.module.css";

/** Shows the reference under which the log has the cause of a failure, never the cause itself. */
export function FailureNotice({ error, retry }: { error: unknown; retry: () => void }) {
  const reference = error instanceof Error && "digest" in error ? String(error.digest) : null;
  return (
    <Notice title="Something went wrong" text="This page couldn't be shown. Please try again.">
      <button type="button" className={buttons.filled} onClick={retry}>
        Try again
      </button>
      {reference && <span className={styles.reference}>Reference {reference}</span>}
    </Notice>
  );
}
