"use client";

import type { StatementChange } from "@/lib/sql/statements/resource";
import { BackgroundResult } from "../background/background-result";
import type { useBackgroundRun } from "../background/use-background-run";
import { ResultMemory } from "../results/result-memory";
import { Results } from "../results/results";
import { Refused } from "./refused";
import type { Run } from "./use-run";
import classes from "./workspace.module.css";

interface Props {
  /** The address of the page, below which its handlers are. */
  base: string;
  run: Run | null;
  background: ReturnType<typeof useBackgroundRun>;
  /** Shows a place of the text in the editor. */
  showPlace: (from: number, to: number) => void;
  undo: ((change: StatementChange) => void) | undefined;
  canWrite: boolean;
}

/** The result of a query's last run, or the progress of one in the background. */
export function QueryResult({ base, run, background, showPlace, undo, canWrite }: Props) {
  if (background.shown) return <BackgroundResult base={base} run={background.shown} />;
  if (!run) return <p className={classes.nothing}>Results show here.</p>;
  return (
    <ResultMemory>
      <Results
        key={run.input.runId}
        outcomes={run.outcomes}
        text={run.input.text}
        isPlan={run.input.mode !== "run"}
        showPlace={showPlace}
        undo={undo}
        runInBackground={canWrite ? (from) => void background.goOn(run, from) : undefined}
        refusal={run.refusal && <Refused refusal={run.refusal} isStopped={run.outcomes.length > 0} base={base} />}
      />
    </ResultMemory>
  );
}
