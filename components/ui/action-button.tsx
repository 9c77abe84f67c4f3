"use client";

import type { ComponentProps } from "react";
import type { Outcome } from "@/lib/web/resource";
import { ScriptButton } from "./script-button";
import { useOutcome } from "./use-outcome";

interface Props extends Omit<ComponentProps<typeof ScriptButton>, "onClick" | "loading"> {
  action: () => Promise<Outcome>;
  /** The notice once it is done. */
  done: string;
}

/** A button that runs an action outside of a form, and shows a notice of its outcome. */
export function ActionButton({ action, done, ...button }: Props) {
  const { isWorking, run } = useOutcome();
  return <ScriptButton variant="default" loading={isWorking} onClick={() => run(action, done)} {...button} />;
}
