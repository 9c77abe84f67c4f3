"use client";

import { Alert, Anchor } from "@mantine/core";
import type { StatementChange } from "@/lib/sql/statements/resource";
import { BackgroundResult } from "../background/background-result";
import { ResultMemory } from "../results/result-memory";
import { Results } from "../results/results";
import type { Refusal } from "../statements/run-statements";
import type { useBackgroundRun } from "./use-background-run";
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

/** Why a run was refused, or ended before its last statement. */
function Refused({ refusal, isStopped, base }: { refusal: Refusal; isStopped: boolean; base: string }) {
  return (
    <Alert role="alert" color="red" variant="light" title={isStopped ? "Stopped" : "Not run"} flex="none">
      {refusal.message}{" "}
      {refusal.code === "unauthorized" && (
        // A new document leads to the sign-in page, and from there back to this one, which keeps its tabs.
        <Anchor href={base} inherit>
          Sign in
        </Anchor>
      )}
    </Alert>
  );
}
