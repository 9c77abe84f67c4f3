"use client";

import { useTransition } from "react";
import { announce } from "./announce";
import type { Outcome } from "./outcome";

/** Runs an action that no form waits for, and says how it ended. */
export function useOutcome(): { isWorking: boolean; run: (action: () => Promise<Outcome>, done: string) => void } {
  const [isWorking, start] = useTransition();
  const run = (action: () => Promise<Outcome>, done: string) => start(async () => announce(await action(), done));
  return { isWorking, run };
}
