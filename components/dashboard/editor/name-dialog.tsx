"use client";

import { Alert, Button, Group, Stack, TextInput } from "@mantine/core";
import { useEffect, useState, useTransition } from "react";
import { Dialog } from "@/components/ui/dialog";

interface Props {
  title: string;
  initial: string;
  onClose: () => void;
  /** Returns why the name is refused, or `null`. */
  save: (name: string) => Promise<string | null>;
}

/** A dialog that asks for the name of a query. It is rendered only while it is open. */
export function NameDialog({ title, initial, onClose, save }: Props) {
  const [name, setName] = useState(initial);
  const [message, setMessage] = useState<string | null>(null);
  const [isSaving, start] = useTransition();
  // The dialog is open when it is rendered, so Mantine does not know which element had the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(() => () => (before instanceof HTMLElement ? before.focus() : undefined), [before]);
  const submit = () =>
    start(async () => {
      const refusal = await save(name);
      if (refusal === null) onClose();
      else setMessage(refusal);
    });
  return (
    <Dialog opened onClose={onClose} title={title}>
      <form action={submit}>
        <Stack gap="sm">
          {message && (
            <Alert role="alert" color="red" variant="light">
              {message}
            </Alert>
          )}
          <TextInput
            label="Name"
            required
            maxLength={80}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            autoComplete="off"
            data-autofocus
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={isSaving}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}
