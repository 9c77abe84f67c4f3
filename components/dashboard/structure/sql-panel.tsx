"use client";

import { Anchor, Button, Group, Stack, Text, Textarea } from "@mantine/core";
import { type ReactNode, useId } from "react";
import { Refusal } from "@/components/ui/refusal";
import { useOpenInEditor } from "../editor/use-open-in-editor";
import classes from "./structure.module.css";

interface Props {
  databaseId: string;
  /** The address of the SQL page. */
  editor: string;
  /** The SQL that runs; `null` while the form has a fault. */
  text: string | null;
  /** Whether the text was edited by hand, so that the form no longer writes it. */
  isEdited: boolean;
  onEdit: (text: string | null) => void;
  /** Why a restore point is taken first; `null` where none is. */
  reason: string | null;
  message: string | null;
  isRunning: boolean;
  run: string;
  isDestroying?: boolean;
  isBlocked?: boolean;
  /** More buttons, before the run button. */
  children?: ReactNode;
}

/** The SQL of a form, which can be edited, with the button that runs it. */
export function SqlPanel(props: Props) {
  const { databaseId, editor, text, isEdited, onEdit, reason, message, isRunning, run } = props;
  const open = useOpenInEditor(databaseId, editor);
  const hintId = useId();
  return (
    <Stack gap="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm" fw={500} id={hintId}>
          SQL
        </Text>
        <Group gap="md">
          {isEdited && (
            <Anchor component="button" type="button" size="sm" onClick={() => onEdit(null)}>
              Write it from the form again
            </Anchor>
          )}
          <Anchor
            component="button"
            type="button"
            size="sm"
            disabled={text === null}
            onClick={() => text !== null && void open(text)}
          >
            Open in SQL editor
          </Anchor>
        </Group>
      </Group>
      <Textarea
        aria-labelledby={hintId}
        classNames={{ input: classes.sql }}
        autosize
        minRows={2}
        maxRows={18}
        spellCheck={false}
        placeholder="Written as you fill in the form"
        value={text ?? ""}
        onChange={(event) => onEdit(event.currentTarget.value)}
      />
      {reason !== null && (
        <Text size="xs" c="dimmed">
          {reason}
        </Text>
      )}
      <Refusal message={message} />
      <Group justify="flex-end" gap="xs">
        {props.children}
        <Button
          type="submit"
          color={props.isDestroying ? "red" : undefined}
          loading={isRunning}
          disabled={props.isBlocked}
        >
          {reason === null ? run : `Create restore point and ${run.charAt(0).toLowerCase()}${run.slice(1)}`}
        </Button>
      </Group>
    </Stack>
  );
}
