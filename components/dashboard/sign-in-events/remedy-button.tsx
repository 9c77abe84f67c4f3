"use client";

import { ScriptButton } from "@/components/ui/script-button";
import { useOutcome } from "@/components/ui/use-outcome";
import type { Outcome } from "@/lib/web/resource";

interface Props {
  label: string;
  /** The announcement once it is done. */
  done: string;
  act: () => Promise<Outcome<unknown>>;
}

/** Lets the user in again; the page then shows the rest. */
export function RemedyButton({ label, done, act }: Props) {
  const { isWorking, run } = useOutcome();
  return (
    <ScriptButton variant="default" size="xs" loading={isWorking} onClick={() => run(act, done)}>
      {label}
    </ScriptButton>
  );
}
