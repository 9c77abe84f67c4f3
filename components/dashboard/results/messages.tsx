"use client";

import { Anchor, Button, Text } from "@mantine/core";
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconInfoCircle, IconRotate2 } from "@tabler/icons-react";
import { durationText } from "@/components/ui/figure-text";
import type { StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { FailurePanel } from "./failure-panel";
import { lastingChanges, rolledBackStatements } from "./lasting-changes";
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

/** The outcome of each statement of a run, in one line each, and the reason for which the last of them failed. */
export function Messages({ outcomes, text, isPlan, showPlace, showResult, undo, runInBackground }: Props) {
  const lasting = lastingChanges(outcomes);
  const rolledBack = rolledBackStatements(outcomes);
  const labels = new Map(resultTabs(outcomes).map(({ outcome, label }) => [outcome.statementId, label]));
  return (
    <ol className="plain-list" aria-label="Messages">
      {outcomes.map((outcome) => (
        <li key={outcome.statementId} className={classes.message}>
          {outcome.status === "succeeded" ? (
            <Done
              outcome={outcome}
              isPlan={isPlan}
              isRolledBack={rolledBack.has(outcome.statementId)}
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
            <Text key={index} size="sm" className={classes.notice} data-warning={isWarning(notice) || undefined}>
              {isWarning(notice) ? (
                <IconAlertTriangle size={14} aria-hidden />
              ) : (
                <IconInfoCircle size={14} aria-hidden />
              )}
              {notice}
            </Text>
          ))}
        </li>
      ))}
    </ol>
  );
}

const isWarning = (notice: string) => notice.startsWith("WARNING:");

/** A statement that somebody cancelled has the same code, and is not failed. */
function isTimeout({ status, sqlState }: Extract<StatementOutcome, { sqlState: string | null }>): boolean {
  return status === "failed" && sqlState === QUERY_CANCELED;
}

interface DoneProps {
  outcome: Extract<StatementOutcome, { status: "succeeded" }>;
  isPlan: boolean;
  isRolledBack: boolean;
  label: string | null;
  showPlace: () => void;
  showResult: () => void;
  undo: ((change: StatementChange) => void) | undefined;
}

function Done({ outcome, isPlan, isRolledBack, label, showPlace, showResult, undo }: DoneProps) {
  const { change, durationMicros } = outcome;
  const done = `${isPlan ? "Explained" : messageText(outcome)}${isRolledBack ? ", rolled back" : ""}`;
  return (
    <div className={classes.done}>
      {isRolledBack ? (
        <IconRotate2 size={14} className={classes.rolledBack} aria-hidden />
      ) : (
        <IconCheck size={14} className={classes.good} aria-hidden />
      )}
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
