"use client";

import type { ReactNode } from "react";
import { durationText } from "@/components/ui/figure-text";
import { Moment } from "@/components/ui/moment";
import { OpeningRow } from "@/components/ui/opening-row";
import { Person } from "@/components/ui/person";
import type { BackgroundRun } from "@/lib/sql/background-runs/resource";
import history from "../history/history.module.css";
import { endText } from "../results/end-text";
import classes from "./background.module.css";
import { CancelRun } from "./cancel-run";
import { RunStatements } from "./run-statements";
import { RunWord } from "./run-word";

export interface ListedRun {
  run: BackgroundRun;
  /** The text in one line, and whole, both in colours. */
  line: ReactNode;
  whole: ReactNode;
}

interface Props {
  /** The address of the SQL page. */
  base: string;
  runs: readonly ListedRun[];
  canWrite: boolean;
}

/** The runs in the background that wait, go on or ended lately. */
export function BackgroundRuns({ base, runs, canWrite }: Props) {
  return (
    <section aria-label="In the background" className={classes.section}>
      <h2 className={classes.heading}>In the background</h2>
      <ol className={classes.list}>
        {runs.map(({ run, line, whole }) => (
          <OpeningRow
            key={run.id}
            line={<RunLine run={run} line={line} />}
            end={canWrite && run.finishedAt === null && !run.isCancelled && <CancelRun base={base} runId={run.id} />}
          >
            {whole}
            {run.message && <p className={classes.message}>{endText(run.message)}</p>}
            <RunStatements run={run} />
          </OpeningRow>
        ))}
      </ol>
    </section>
  );
}

function RunLine({ run, line }: { run: BackgroundRun; line: ReactNode }) {
  const { createdAt, startedAt, finishedAt, person } = run;
  return (
    <>
      <span className={history.time}>
        <Moment at={startedAt ?? createdAt} form="time" />
      </span>
      <span className={history.person}>{person ? <Person {...person} /> : "Former member"}</span>
      <span className={history.statement}>
        {line}
        <RunWord run={run} />
      </span>
      <span className={history.figure} data-time>
        {startedAt !== null && finishedAt !== null && durationText(microsBetween(startedAt, finishedAt))}
      </span>
    </>
  );
}

function microsBetween(from: string, to: string): number {
  return (Date.parse(to) - Date.parse(from)) * 1_000;
}
