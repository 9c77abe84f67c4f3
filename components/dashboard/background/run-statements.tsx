"use client";

import { Code } from "@mantine/core";
import { countText, durationText } from "@/components/ui/figure-text";
import table from "@/components/ui/plain-table.module.css";
import { StatusWord } from "@/components/ui/status-word";
import type { BackgroundRun, RunRows, RunStatement } from "@/lib/sql/background-runs/resource";
import { endText } from "../results/end-text";
import classes from "./background.module.css";

const MAX_SHOWN = 200;
const KINDS = { running: "waiting", succeeded: "good", failed: "bad", cancelled: "warning" } as const;

/** The outcome of each statement of a run in the background, with the first rows of its result. */
export function RunStatements({ run }: { run: BackgroundRun }) {
  const { statements, statementCount, failedAt } = run;
  const left = statementCount - statements.length;
  const isOver = run.finishedAt !== null && run.startedAt !== null;
  return (
    <>
      <ol className={classes.statements} aria-label="Statements of the run">
        {statements.map((statement) => (
          <li key={statement.id} className={classes.statement}>
            <div className={classes.line}>
              <StatusWord kind={KINDS[statement.status as keyof typeof KINDS] ?? "quiet"}>
                {doneText(statement)}
              </StatusWord>
              <Code className={classes.text}>{statement.text.trim().slice(0, MAX_SHOWN)}</Code>
              {statement.durationMicros !== null && (
                <span className={classes.meta}>{durationText(statement.durationMicros)}</span>
              )}
            </div>
            {statement.message && (
              <p className={classes.message}>
                {endText(statement.message)}
                {statement.status === "failed" && failedAt && ` (line ${failedAt.line}, column ${failedAt.column})`}
              </p>
            )}
            {statement.rows && <FirstRows {...statement.rows} />}
          </li>
        ))}
      </ol>
      {isOver && left > 0 && <p className={classes.meta}>{leftText(left, statements.length)}</p>}
    </>
  );
}

/** The service lists the first hundred statements of a run. */
const MAX_LISTED = 100;

function leftText(left: number, listed: number): string {
  if (listed >= MAX_LISTED) return `${countText(left, "more statement")}: see the history.`;
  return left === 1 ? "The statement after it wasn't run." : `The ${left} statements after it weren't run.`;
}

/** Returns such as `UPDATE, 12 rows`. */
function doneText({ command, status, rowCount }: RunStatement): string {
  if (status === "running") return "Running";
  if (status !== "succeeded") return status === "failed" ? "Failed" : "Cancelled";
  return [command, rowCount === null ? null : countText(rowCount, "row")].filter(Boolean).join(", ");
}

function FirstRows({ columns, rows, isTruncated }: RunRows) {
  return (
    <div className={classes.rows}>
      <table className={table.table}>
        <thead>
          <tr>
            {columns.map((name, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name
              <th key={index} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two rows may be equal
            <tr key={index}>
              {row.map((value, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: so may two values
                <td key={column}>{value ?? "NULL"}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {isTruncated && <p className={classes.meta}>The first {countText(rows.length, "row")}.</p>}
    </div>
  );
}
