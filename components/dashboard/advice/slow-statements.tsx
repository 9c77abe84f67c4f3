"use client";

import { useState } from "react";
import { durationText } from "@/components/ui/figure-text";
import table from "@/components/ui/plain-table.module.css";
import { Scrolling } from "@/components/ui/scrolling";
import type { MeasuredStatement } from "@/lib/sql/advice/resource";
import { oneLine } from "../activity/words";
import classes from "./advice.module.css";
import { OpenStatement } from "./open-statement";

interface Props {
  databaseId: string;
  /** The address of the SQL editor. */
  editor: string;
  statements: readonly MeasuredStatement[];
}

type Figure = "total" | "mean" | "calls";

const FIGURES: Record<Figure, { label: string; of: (statement: MeasuredStatement) => number }> = {
  total: { label: "Total time", of: ({ totalMicros }) => totalMicros },
  mean: { label: "Mean time", of: ({ totalMicros, calls }) => totalMicros / Math.max(1, calls) },
  calls: { label: "Calls", of: ({ calls }) => calls },
};
const ORDER = Object.keys(FIGURES) as Figure[];

/** The statements that have taken the most time, as the host has measured, by a figure of choice. */
export function SlowStatements({ databaseId, editor, statements }: Props) {
  const [by, setBy] = useState<Figure>("total");
  const sorted = statements.toSorted((one, other) => FIGURES[by].of(other) - FIGURES[by].of(one));
  return (
    <section aria-labelledby="slow" className={classes.section}>
      <h2 id="slow" className="section-heading">
        Slowest statements
      </h2>
      {statements.length === 0 && <p className={classes.none}>No statement has run since measuring began.</p>}
      {sorted.length > 0 && (
        <Scrolling label="Slowest statements, scrollable" minWidth={760} stacks>
          <table className={`${table.table} ${table.highlight} ${classes.table}`} aria-labelledby="slow">
            <thead>
              <tr>
                <th scope="col">Statement</th>
                {ORDER.map((figure) => (
                  <th key={figure} scope="col" data-figure aria-sort={figure === by ? "descending" : "none"}>
                    <button type="button" className={classes.sort} onClick={() => setBy(figure)}>
                      {FIGURES[figure].label}
                      <span aria-hidden>{figure === by ? " ↓" : ""}</span>
                    </button>
                  </th>
                ))}
                <th scope="col" data-figure>
                  Rows
                </th>
                <th scope="col">
                  <span className="visually-hidden">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {sorted.map(({ statement, calls, rows, totalMicros }, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: texts may be the same once they are cut off
                <tr key={`${place} ${statement}`}>
                  <td data-whole-line className={classes.statementCell}>
                    <code className={classes.statement} title={statement}>
                      {oneLine(statement)}
                    </code>
                  </td>
                  <td data-figure>{durationText(totalMicros)}</td>
                  <td data-figure>{durationText(totalMicros / Math.max(1, calls))}</td>
                  <td data-figure>{calls.toLocaleString("en")}</td>
                  <td data-figure>{rows.toLocaleString("en")}</td>
                  <td className={classes.acts}>
                    <OpenStatement databaseId={databaseId} editor={editor} text={statement}>
                      Open
                    </OpenStatement>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </Scrolling>
      )}
    </section>
  );
}
