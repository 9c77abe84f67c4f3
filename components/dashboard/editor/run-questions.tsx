"use client";

import type { useBackgroundRun } from "../background/use-background-run";
import { RunQuestion } from "./run-question";
import type { useRun } from "./use-run";

interface Props {
  running: ReturnType<typeof useRun>;
  background: ReturnType<typeof useBackgroundRun>;
}

/** The questions before restore points are created, for a run here or in the background. */
export function RunQuestions({ running, background }: Props) {
  return (
    <>
      <RunQuestion
        question={running.question}
        onClose={running.dismiss}
        onConfirm={({ input, outcomes }) => running.start(input, outcomes)}
        confirm="Create restore point and run"
      />
      <RunQuestion
        question={background.question}
        onClose={background.dismiss}
        onConfirm={({ input }) => background.start(input)}
        confirm="Create restore point and run in background"
      />
    </>
  );
}
