"use client";

import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import dynamic from "next/dynamic";
import { type ReactNode, useId, useState, useTransition } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Refusal } from "@/components/ui/refusal";
import classes from "./documents.module.css";

const JsonEditor = dynamic(() => import("./json-editor"), { ssr: false, loading: () => <Skeleton height="100%" /> });

interface Props {
  title: string;
  label: string;
  text: string;
  /** The hint below the editor. */
  hint: ReactNode;
  /** Content at the other end of the row of buttons. */
  extra?: ReactNode;
  save: string;
  /** Returns why the text was refused, or `null`. */
  onSave: (text: string) => Promise<string | null>;
  onClose: () => void;
}

/** A dialog with an editor for a JSON text. */
export function JsonDialog({ title, label, text, hint, extra, save, onSave, onClose }: Props) {
  const hintId = useId();
  const [draft, setDraft] = useState(text);
  const [message, setMessage] = useState<string | null>(null);
  const [isSaving, start] = useTransition();
  const submit = () =>
    start(async () => {
      const refusal = await onSave(draft);
      if (refusal === null) onClose();
      else setMessage(refusal);
    });
  return (
    <Dialog opened onClose={onClose} size="xl" title={title} closeOnEscape={false} closeOnClickOutside={draft === text}>
      <Stack gap="sm">
        <Refusal message={message} />
        <div
          className={classes.editor}
          // The dialog handles Ctrl Enter first: the editor would insert a new line.
          onKeyDownCapture={(event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            event.stopPropagation();
            if (!isSaving) submit();
          }}
        >
          <JsonEditor label={label} text={text} hintId={hintId} onChange={setDraft} />
        </div>
        <Text size="sm" c="dimmed" id={hintId} component="div">
          {hint} Ctrl+Enter saves. Press Esc, then Tab to leave the editor.
        </Text>
        <Group justify="flex-end" gap="xs">
          {extra && <Group mr="auto">{extra}</Group>}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button loading={isSaving} onClick={submit}>
            {save}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
