"use client";

import { notifications } from "@mantine/notifications";
import { useTransition } from "react";

type Outcome = { isDone: true; value: unknown } | { isDone: false; message: string };

/** Runs an action that no form waits for, and says how it ended. */
export function useOutcome(): { isWorking: boolean; run: (action: () => Promise<Outcome>, done: string) => void } {
  const [isWorking, start] = useTransition();
  const run = (action: () => Promise<Outcome>, done: string) =>
    start(async () => {
      const outcome = await action();
      const closeButtonProps = { "aria-label": "Close" };
      notifications.show(
        outcome.isDone
          ? { message: done, color: "leaf", role: "status", closeButtonProps }
          : { title: "That was refused", message: outcome.message, color: "red", role: "alert", closeButtonProps },
      );
    });
  return { isWorking, run };
}
