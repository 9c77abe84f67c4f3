"use client";

import { Alert, Anchor, Code, Group, Text } from "@mantine/core";
import { IconAlertTriangle, IconPlayerStop } from "@tabler/icons-react";
import { durationText } from "@/components/ui/figure-text";
import type { StatementOutcome } from "@/lib/sql/statements/resource";
import classes from "./panel.module.css";

interface Props {
  outcome: Exclude<StatementOutcome, { status: "succeeded" }>;
  statement: string;
  showPlace: (from: number, to: number) => void;
}

/** Shows why a statement failed or was cancelled, and where. */
export function FailurePanel({ outcome, statement, showPlace }: Props) {
  const { status, message, detail, hint, sqlState, position } = outcome;
  const isCancelled = status === "cancelled";
  return (
    <Alert
      role="alert"
      variant="light"
      color={isCancelled ? "yellow" : "red"}
      icon={isCancelled ? <IconPlayerStop aria-hidden /> : <IconAlertTriangle aria-hidden />}
      title={isCancelled ? "Cancelled" : "Failed"}
    >
      <Text size="sm" className={classes.message}>
        {message}
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
      <Group gap="sm" mt={6}>
        <Code className={classes.statement}>{statement.split("\n", 1)[0]}</Code>
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
