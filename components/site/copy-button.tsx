"use client";

import { useEffect, useState } from "react";
import styles from "./code-block.module.css";

const SHOWN_MILLISECONDS = 1_600;

/** A button that copies a text. It is rendered only where the browser can copy. */
export function CopyButton({ text }: { text: string }) {
  const [usable, setUsable] = useState(false);
  const [copied, setCopied] = useState(false);

  useEffect(() => setUsable(Boolean(navigator.clipboard)), []);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN_MILLISECONDS);
    return () => clearTimeout(timer);
  }, [copied]);

  if (!usable) return null;
  return (
    <button
      className={styles.copy}
      type="button"
      aria-live="polite"
      onClick={() => navigator.clipboard.writeText(text).then(() => setCopied(true))}
    >
      {copied ? "Copied" : "Copy"}
    </button>
  );
}
