"use client";

import { type ReactNode, useState } from "react";
import { useText } from "./use-text";

/** A list of new backup codes, which are shown once. */
export function BackupCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }): ReactNode {
  const text = useText();
  const [isCopied, setCopied] = useState(false);

  async function copy() {
    // A browser refuses this without permission, and the user can still read the codes.
    await navigator.clipboard.writeText(codes.join("\n")).then(
      () => setCopied(true),
      () => undefined,
    );
  }

  return (
    <section data-part="backup-codes" aria-label={text("setup.codesTitle")}>
      <p data-part="text">{text("setup.codesText")}</p>
      <ol data-part="codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div data-part="row">
        <button type="button" data-part="secondary" onClick={copy}>
          <span aria-live="polite">{text(isCopied ? "action.copied" : "action.copy")}</span>
        </button>
        <button type="button" data-part="submit" onClick={onDone}>
          {text("setup.codesDone")}
        </button>
      </div>
    </section>
  );
}
