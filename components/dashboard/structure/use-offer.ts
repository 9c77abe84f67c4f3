"use client";

import { notifications } from "@mantine/notifications";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { StatementChange } from "@/lib/sql/statements/resource";
import { showUndoToast } from "../undo/undo-toast";

/**
 * Returns a function that shows the effect of a form, offers to undo it, and leads to `address` or reads the page
 * again.
 */
export function useOffer() {
  const router = useRouter();
  const [undoing, setUndoing] = useState<string | null>(null);
  const offer = (done: string, change: StatementChange | null, address?: string) => {
    if (address !== undefined) router.push(address as Route);
    router.refresh();
    if (change === null) notifications.show({ message: done, color: "leaf", role: "status" });
    else if (address === undefined) showUndoToast(done, () => setUndoing(change.id));
    else notifications.show({ message: `${done} You can undo this from the history.`, color: "leaf", role: "status" });
  };
  return { undoing, setUndoing, offer };
}
