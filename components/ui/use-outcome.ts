"use client";

import { useTransition } from "react";
import type { Outcome } from "@/lib/web/resource";
import { announce } from "./announce";

/** Runs an action that no form waits for, and says how it ended. */
export function useOutcome(): { isWorking: boolean; run: (action: () => Promise<Outcome>, done: string) => void } {
  const [isWorking, start] = useTransition();
  const run = (action: () => Promise<Outcome>, done: string) => start(async () => announce(await action(), done));
  return { isWorking, run };
}
