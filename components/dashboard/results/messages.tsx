"use client";

import { Anchor, Button, Text } from "@mantine/core";
import { IconArrowBackUp, IconCheck, IconInfoCircle } from "@tabler/icons-react";
import { durationText } from "@/components/ui/figure-text";
import type { StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { FailurePanel } from "./failure-panel";
import { lastingChanges } from "./lasting-changes";
import { messageText } from "./message-text";
import { resultTabs } from "./result-tabs";
import classes from "./results.module.css";

const QUERY_CANCELED = "57014";

interface Props {
  outcomes: readonly StatementOutcome[];
  /** The text that was run, which the offsets of the outcomes refer to. */
  text: string;
  isPlan: boolean;
  showPlace: (from: number, to: number) => void;
  /** Shows the tab of a result. */
  showResult: (statementId: string) => void;
  undo?: ((change: StatementChange) => void) | undefined;
  /** Runs the rest from a statement that was stopped for its time; absent for a member who may not. */
  runInBackground?: ((from: StatementOutcome) => void) | undefined;
}

/** What each statement of a run did, in one line each, and why the last of them failed. */
export function Messages({ outcomes, text, isPlan, showPlace, showResult, undo, runInBackground }: Props) {
  const lasting = lastingChanges(outcomes);
  const labels = new Map(resultTabs(outcomes).map(({ outcome, label }) => [outcome.statementId, label]));
  return (
    <ol className={classes.messages} aria-label="Messages">
      {outcomes.map((outcome) => (
        <li key={outcome.statementId} className={classes.message}>
          {outcome.status === "succeeded" ? (
            <Done
              outcome={outcome}
              isPlan={isPlan}
              label={labels.get(outcome.statementId) ?? null}
              showPlace={() => showPlace(outcome.from, outcome.to)}
              showResult={() => showResult(outcome.statementId)}
              undo={outcome.change && lasting.has(outcome.change.id) ? undo : undefined}
            />
          ) : (
            <FailurePanel
              outcome={outcome}
              text={text}
              showPlace={showPlace}
              runInBackground={
                runInBackground && isTimeout(outcome) && !isPlan ? () => runInBackground(outcome) : undefined
              }
            />
          )}
          {outcome.notices.map((notice, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same notice may come twice
            <Text key={index} size="sm" className={classes.notice}>
              <IconInfoCircle size={14} aria-hidden />
              {notice}
            </Text>
          ))}
        </li>
      ))}
    </ol>
  );
}

/** A statement that somebody cancelled has the same code, and is not failed. */
function isTimeout({ status, sqlState }: Extract<StatementOutcome, { sqlState: string | null }>): boolean {
  return status === "failed" && sqlState === QUERY_CANCELED;
}

interface DoneProps {
  outcome: Extract<StatementOutcome, { status: "succeeded" }>;
  isPlan: boolean;
  label: string | null;
  showPlace: () => void;
  showResult: () => void;
  undo: ((change: StatementChange) => void) | undefined;
}

function Done({ outcome, isPlan, label, showPlace, showResult, undo }: DoneProps) {
  const { change, durationMicros } = outcome;
  const done = isPlan ? "Explained" : messageText(outcome);
  return (
    <div className={classes.done}>
      <IconCheck size={14} className={classes.good} aria-hidden />
      <Anchor component="button" type="button" size="sm" c="inherit" className={classes.text} onClick={showPlace}>
        {change?.kind === "restore-point" ? `${done}. A restore point was created first` : done}
      </Anchor>
      {label !== null && (
        <Anchor component="button" type="button" size="sm" onClick={showResult}>
          {label}
        </Anchor>
      )}
      <span className={classes.meta}>{durationText(durationMicros)}</span>
      {change && undo && (
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} aria-hidden />}
          onClick={() => undo(change)}
        >
          Undo
        </Button>
      )}
    </div>
  );
}
