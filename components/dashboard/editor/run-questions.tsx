"use client";

import { Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { Dialog } from "@/components/ui/dialog";
import type { useBackgroundRun } from "./use-background-run";
import type { Question, useRun } from "./use-run";
import classes from "./workspace.module.css";

interface Props {
  running: ReturnType<typeof useRun>;
  background: ReturnType<typeof useBackgroundRun>;
}

/** The questions before restore points are created, for a run here or in the background. */
export function RunQuestions({ running, background }: Props) {
  return (
    <>
      <RunQuestion
        question={running.question}
        onClose={running.dismiss}
        onConfirm={({ input, outcomes }) => running.start(input, outcomes)}
        confirm="Create restore point and run"
      />
      <RunQuestion
        question={background.question}
        onClose={background.dismiss}
        onConfirm={({ input }) => background.start(input)}
        confirm="Create restore point and run in background"
      />
    </>
  );
}

interface RunQuestionProps {
  question: Question | null;
  onClose: () => void;
  onConfirm: (question: Question) => void;
  /** The label of the button that confirms. */
  confirm: string;
}

/** A dialog that asks before a run that takes a restore point first. */
function RunQuestion({ question, onClose, onConfirm, confirm }: RunQuestionProps) {
  return (
    <Dialog opened={question !== null} onClose={onClose} title="Create a restore point first?" size="lg">
      <Stack gap="md">
        <Text size="sm">{question?.reason}</Text>
        <List spacing="xs" size="sm">
          {question?.statements.map((statement) => (
            <List.Item key={statement.from}>
              <Code className={classes.asked}>{statement.text.trim().slice(0, 300)}</Code>
              {statement.reason && (
                <Text size="xs" c="dimmed">
                  {statement.reason}
                </Text>
              )}
            </List.Item>
          ))}
        </List>
        {question?.refused.map((statement) => (
          <Text key={statement.from} size="sm" c="red">
            {statement.command} will be refused{statement.reason && `: ${statement.reason}`}
          </Text>
        ))}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button onClick={() => question && onConfirm(question)}>{confirm}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
