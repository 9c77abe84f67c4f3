"use client";

import { notifications } from "@mantine/notifications";

/** Takes text to the clipboard and says so; `what` begins the sentence. */
export function copyText(text: string, what: string): void {
  navigator.clipboard.writeText(text).then(
    () => notifications.show({ message: `${what} copied.`, color: "leaf", role: "status", autoClose: 2_000 }),
    () => notifications.show({ message: "The browser did not let it be copied.", color: "red", role: "alert" }),
  );
}
