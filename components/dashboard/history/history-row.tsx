"use client";

import { countText, durationText } from "@/components/ui/figure-text";
import { Moment } from "@/components/ui/moment";
import { OpeningRow } from "@/components/ui/opening-row";
import { Person } from "@/components/ui/person";
import { ScriptButton } from "@/components/ui/script-button";
import { StatusWord } from "@/components/ui/status-word";
import { endText } from "../results/end-text";
import classes from "./history.module.css";
import type { HistoryEntry } from "./history-entry";
import { StatementFacts } from "./statement-facts";

interface Props {
  entry: HistoryEntry;
  /** Opens the text in the editor. */
  open: (text: string) => void;
  /** Opens the dialog that undoes; `null` for a member who may not change data. */
  ask: ((changeId: string) => void) | null;
}

/** One statement of the history in a line, which opens to its whole text. */
export function HistoryRow({ entry, open, ask }: Props) {
  const { startedAt, person, line, change, durationMicros } = entry;
  const changeId = change?.id ?? null;
  const isUndone = change?.isUndone ?? false;
  return (
    <OpeningRow
      line={
        <>
          <span className={classes.time}>
            <Moment at={startedAt} form="time" />
          </span>
          <span className={classes.person}>{person ? <Person {...person} /> : "Former member"}</span>
          <span className={classes.statement} data-undone={isUndone || undefined}>
            {line}
            <End of={entry} />
          </span>
          <span className={classes.figure}>{rowsText(entry)}</span>
          <span className={classes.figure} data-time>
            {durationMicros !== null && durationText(durationMicros)}
          </span>
        </>
      }
      end={
        <>
          {isUndone && <span className="meta">Undone</span>}
          {ask && changeId !== null && (
            <ScriptButton size="compact-sm" variant="default" onClick={() => ask(changeId)}>
              {isUndone ? "Redo" : "Undo"}
            </ScriptButton>
          )}
        </>
      }
    >
      <StatementFacts entry={entry} open={open} />
    </OpeningRow>
  );
}

/** The note on a result that was cut off: only its first rows were read. */
function rowsText({ status, command, rowCount }: HistoryEntry): string | null {
  if (rowCount !== null) return countText(rowCount, "row");
  return status === "succeeded" && command === "SELECT" ? "first rows" : null;
}

/** The end of a statement that did not end well. */
function End({ of: { status, message } }: { of: HistoryEntry }) {
  if (status === "running") return <StatusWord kind="waiting">Running</StatusWord>;
  if (status === "succeeded" && message === null) return null;
  return (
    <span className={classes.reason}>
      <StatusWord kind={status === "failed" ? "bad" : "warning"}>
        {message === null ? (status === "failed" ? "Failed" : "Cancelled") : endText(message)}
      </StatusWord>
    </span>
  );
}
