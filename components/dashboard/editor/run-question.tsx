"use client";

import { Button, Code, Group, List, Stack, Text } from "@mantine/core";
import { Dialog } from "@/components/ui/dialog";
import type { Question } from "./use-run";
import classes from "./workspace.module.css";

interface Props {
  question: Question | null;
  onClose: () => void;
  onConfirm: (question: Question) => void;
  /** The label of the button that confirms. */
  confirm: string;
}

/** A dialog that asks before a run that takes a restore point first. */
export function RunQuestion({ question, onClose, onConfirm, confirm }: Props) {
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
