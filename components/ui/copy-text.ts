"use client";

import { notifications } from "@mantine/notifications";

/** Copies a text to the clipboard and shows a notice, whose sentence begins with `what`. */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => notifications.show({ message: `${what} copied.`, color: "leaf", role: "status", autoClose: 2_000 }),
    () => notifications.show({ message: "Couldn't copy. Your browser blocked it.", color: "red", role: "alert" }),
  );
}
