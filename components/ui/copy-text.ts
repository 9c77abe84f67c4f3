"use client";

import { notifications } from "@mantine/notifications";

interface Copied {
  text: string;
  /** The text as an HTML table, which spreadsheets paste as cells; `null` where it is none. */
  html: string | null;
}

/** Copies a text to the clipboard and shows a notice, whose sentence begins with `what`. */
export function copyText(given: string | Copied | Promise<Copied>, what: string): void {
  write(typeof given === "string" ? { text: given, html: null } : given).then(
    () => notifications.show({ message: `${what} copied.`, color: "leaf", role: "status", autoClose: 2_000 }),
    () => notifications.show({ message: "Couldn't copy. Your browser blocked it.", color: "red", role: "alert" }),
  );
}

async function write(given: Copied | Promise<Copied>): Promise<void> {
  if (!(given instanceof Promise) && given.html === null) return navigator.clipboard.writeText(given.text);
  // The clipboard is asked before the text is there, since browsers allow that only right after a key or a click.
  const blob = (type: string, of: (copied: Copied) => string) =>
    Promise.resolve(given).then((copied) => new Blob([of(copied)], { type }));
  const item = new ClipboardItem({
    "text/plain": blob("text/plain", ({ text }) => text),
    "text/html": blob("text/html", ({ html, text }) => html ?? htmlText(text)),
  });
  return navigator.clipboard.write([item]);
}

function htmlText(text: string): string {
  const pre = document.createElement("pre");
  pre.textContent = text;
  return pre.outerHTML;
}
