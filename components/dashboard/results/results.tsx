"use client";

import { Alert, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { StatementChange, StatementOutcome } from "@/lib/sql/statements/resource";
import { FailurePanel } from "./failure-panel";
import { lastingChanges } from "./lasting-changes";
import { SuccessPanel } from "./success-panel";

interface Props {
  outcomes: readonly StatementOutcome[];
  /** The text that was run, which the offsets of the outcomes refer to. */
  text: string;
  isPlan: boolean;
  /** Shows a place of the text in the editor. */
  showPlace: (from: number, to: number) => void;
  /** Opens the dialog that undoes a change; absent for a member who may not. */
  undo?: ((change: StatementChange) => void) | undefined;
}

/** A panel for each statement of a run, in order. */
export function Results({ outcomes, text, isPlan, showPlace, undo }: Props) {
  const lasting = lastingChanges(outcomes);
  return (
    <Stack gap="md">
      {outcomes.map((outcome, index) => {
        const statement = text.slice(outcome.from, outcome.to).trim();
        const label = outcomes.length > 1 ? `Result ${index + 1}` : "Result";
        return (
          <section key={outcome.statementId} aria-label={label}>
            {outcome.status === "succeeded" ? (
              <SuccessPanel
                outcome={outcome}
                statement={statement}
                isPlan={isPlan}
                label={label}
                undo={outcome.change && lasting.has(outcome.change.id) ? undo : undefined}
              />
            ) : (
              <FailurePanel outcome={outcome} text={text} showPlace={showPlace} />
            )}
            {outcome.notices.length > 0 && (
              <Alert icon={<IconInfoCircle aria-hidden />} variant="light" color="gray" mt="xs" py="xs">
                {outcome.notices.map((notice, i) => (
                  // biome-ignore lint/suspicious/noArrayIndexKey: the same notice may come twice
                  <Text key={i} size="sm">
                    {notice}
                  </Text>
                ))}
              </Alert>
            )}
          </section>
        );
      })}
    </Stack>
  );
}
