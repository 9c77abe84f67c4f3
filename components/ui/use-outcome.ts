"use client";

import { useTransition } from "react";
import type { Outcome } from "@/lib/web/resource";
import { announce } from "./announce";

/** Returns a function that runs an action outside of a form and shows a notice of its outcome. */
export function useOutcome(): { isWorking: boolean; run: (action: () => Promise<Outcome>, done: string) => void } {
  const [isWorking, start] = useTransition();
  const run = (action: () => Promise<Outcome>, done: string) => start(async () => announce(await action(), done));
  return { isWorking, run };
}
