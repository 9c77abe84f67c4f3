"use client";

import { Alert, Anchor, Code, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconPlayerStop } from "@tabler/icons-react";
import { durationText } from "@/components/ui/figure-text";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import classes from "./panel.module.css";

interface Props {
  outcome: Exclude<StatementOutcome, { status: "succeeded" }>;
  /** The text that was run, which the offsets of the outcome refer to. */
  text: string;
  showPlace: (from: number, to: number) => void;
}

/** Shows why a statement failed or was cancelled, where, and what became of the others of the run. */
export function FailurePanel({ outcome, text, showPlace }: Props) {
  const { status, message, detail, hint, sqlState, position, from } = outcome;
  const isCancelled = status === "cancelled";
  const others = othersText(outcome);
  const { number, line } = lineAt(text, position ?? from);
  return (
    <Alert
      role="alert"
      variant="light"
      color={isCancelled ? "yellow" : "red"}
      icon={isCancelled ? <IconPlayerStop aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={outcome.asks ? "Not run" : isCancelled ? "Cancelled" : "Failed"}
      classNames={{ wrapper: classes.wrapper, body: classes.wrapper, message: classes.wrapper }}
    >
      <Text size="sm" className={classes.message}>
        {outcome.asks ? "This statement needs a restore point first." : message}
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
      {others && (
        <Text size="sm" className={classes.message}>
          {others}
        </Text>
      )}
      <Group gap="sm" mt={6}>
        <Text size="sm" flex="none">
          Line {number}
        </Text>
        <Code className={classes.statement}>{line}</Code>
        <Text size="xs" c="dimmed">
          {sqlState && `${sqlState}, `}
          {durationText(outcome.durationMicros)}
        </Text>
        {position !== null && (
          <Anchor
            component="button"
            type="button"
            size="sm"
            c="inherit"
            underline="always"
            onClick={() => showPlace(position, position)}
          >
            Show in editor
          </Anchor>
        )}
      </Group>
    </Alert>
  );
}

const MAX_SHOWN = 200;

/** Returns the line of a text that an offset is in, and its number. */
function lineAt(text: string, offset: number): { number: number; line: string } {
  const before = text.slice(0, offset);
  const start = before.lastIndexOf("\n") + 1;
  const [line = ""] = text.slice(start, start + MAX_SHOWN).split("\n", 1);
  return { number: before.split("\n").length, line: line.trim() };
}

/** Says which statements of the run were run, and that those after it were not; `null` where there is nothing to say. */
function othersText({ ran, notRun, isRolledBack }: Props["outcome"]): string | null {
  if (ran === 0) return notRun > 0 ? "No other statement was run." : null;
  const before = ran === 1 ? "The statement before it ran" : `The ${ran} statements before it ran`;
  const end = isRolledBack ? ", but the transaction was rolled back." : ".";
  if (notRun === 0) return `${before}${end}`;
  return `${before}${end} ${notRun === 1 ? "The statement after it was" : `The ${notRun} statements after it were`} not run.`;
}
