"use client";

import { Anchor, Button, Code, Group, Text } from "@mantine/core";
import { IconCircleFilled } from "@tabler/icons-react";
import { durationText } from "@/components/ui/figure-text";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import { endText } from "./end-text";
import classes from "./panel.module.css";

interface Props {
  outcome: Exclude<StatementOutcome, { status: "succeeded" }>;
  /** The text that was run, which the offsets of the outcome refer to. */
  text: string;
  showPlace: (from: number, to: number) => void;
  /** Runs the rest without the limit of the editor; absent where that cannot be. */
  runInBackground?: (() => void) | undefined;
}

/** Says why a statement failed or was cancelled, where, and the outcome of the others of the run. */
export function FailurePanel({ outcome, text, showPlace, runInBackground }: Props) {
  const { status, message, detail, hint, sqlState, position, from } = outcome;
  const isCancelled = status === "cancelled";
  const others = othersText(outcome);
  const reason = outcome.asks ? "This statement needs a restore point first." : endText(message);
  const word = outcome.asks ? "Not run: " : isCancelled ? "Cancelled: " : "Failed: ";
  const { line } = lineAt(text, position ?? from);
  return (
    <div role="alert" className={classes.failure} data-cancelled={isCancelled || undefined}>
      <Text size="sm" className={classes.message}>
        <IconCircleFilled size={8} className={classes.dot} aria-hidden />
        {!reason.startsWith("Cancelled") && <b>{word}</b>}
        {reason}
      </Text>
      {detail && (
        <Text size="sm" className={classes.message}>
          Detail: {detail}
        </Text>
      )}
      {hint && (
        <Text size="sm" className={classes.message}>
          Hint: {hint}
        </Text>
      )}
      <Group gap="sm" className={classes.place}>
        <Anchor
          component="button"
          type="button"
          size="sm"
          flex="none"
          underline="always"
          onClick={() => showPlace(position ?? from, position ?? from)}
        >
          {placeText(outcome, text)}
        </Anchor>
        <Code className={classes.statement}>{line}</Code>
        <Text size="xs" c="dimmed">
          {sqlState && `${sqlState}, `}
          {durationText(outcome.durationMicros)}
        </Text>
      </Group>
      {others && (
        <Text size="sm" className={classes.message}>
          {others}
        </Text>
      )}
      {runInBackground && (
        <Group gap="sm" className={classes.message}>
          <Button size="compact-sm" variant="default" onClick={runInBackground}>
            Run in background
          </Button>
          <Text size="sm" c="dimmed">
            There, it may take up to an hour.
          </Text>
        </Group>
      )}
    </div>
  );
}

const MAX_SHOWN = 200;

/** Returns where a statement failed, such as `Statement 2 of 3, line 4, column 8`. */
function placeText({ position, from, ran, notRun }: Props["outcome"], text: string): string {
  const { number, column } = lineAt(text, position ?? from);
  const place = `line ${number}${position === null ? "" : `, column ${column}`}`;
  const all = ran + 1 + notRun;
  // A fault of syntax may be in a later statement, though none was run.
  const isCounted = all > 1 && (ran > 0 || text.slice(0, from).trim() === "");
  return isCounted ? `Statement ${ran + 1} of ${all}, ${place}` : place.replace("l", "L");
}

/** Returns the line of a text that an offset is in, and the numbers of the line and of the column, from 1. */
function lineAt(text: string, offset: number): { number: number; column: number; line: string } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  const [line = ""] = text.slice(start, start + MAX_SHOWN).split("\n", 1);
  return { number: before.split("\n").length, column: offset - start + 1, line: line.trim() };
}

/** Says which statements of the run were run, and that those after it were not; `null` where there is nothing to say. */
function othersText({ ran, notRun, isRolledBack }: Props["outcome"]): string | null {
  if (ran === 0) return notRun > 0 ? "No other statement was run." : null;
  const before = ran === 1 ? "The statement before it ran" : `The ${ran} statements before it ran`;
  const end = isRolledBack ? ", but the transaction was rolled back." : ".";
  if (notRun === 0) return `${before}${end}`;
  return `${before}${end} ${notRun === 1 ? "The statement after it was" : `The ${notRun} statements after it were`} not run.`;
}
