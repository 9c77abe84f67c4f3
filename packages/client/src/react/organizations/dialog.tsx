"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { useText } from "../use-text";

interface DialogProps {
  label: string;
  onClose: () => void;
  children: ReactNode;
}

/** A modal dialog, which begins in its first field. The browser closes it on Escape and returns the focus. */
export function Dialog({ label, onClose, children }: DialogProps): ReactNode {
  const text = useText();
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
    dialog.current?.querySelector("input")?.focus();
  }, []);
  return (
    <dialog data-part="dialog" aria-label={label} ref={dialog} onClose={onClose}>
      {children}
      <button
        type="button"
        data-part="close"
        aria-label={text("organization.close")}
        onClick={() => dialog.current?.close()}
      />
    </dialog>
  );
}
