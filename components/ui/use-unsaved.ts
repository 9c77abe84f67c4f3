"use client";

import { type RefObject, useEffect } from "react";

/** Saves the form by ⌘S while it differs, unless another form has the focus, and asks before the browser leaves the page. */
export function useUnsaved(form: RefObject<HTMLFormElement | null>, differs: boolean): void {
  useEffect(() => {
    if (!differs) return;
    const save = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "s" || event.shiftKey || event.altKey || !(event.ctrlKey || event.metaKey))
        return;
      const focused = document.activeElement?.closest("form") ?? null;
      if (focused !== null && focused !== form.current) return;
      event.preventDefault();
      form.current?.requestSubmit();
    };
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    document.addEventListener("keydown", save);
    window.addEventListener("beforeunload", ask);
    return () => {
      document.removeEventListener("keydown", save);
      window.removeEventListener("beforeunload", ask);
    };
  }, [form, differs]);
}
