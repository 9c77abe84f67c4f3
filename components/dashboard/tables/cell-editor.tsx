"use client";

import { Alert, Button, Code, Group, Loader, Modal, Stack, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { useEffect, useState, useTransition } from "react";
import { LinkAnchor } from "../link";
import { copyText } from "../results/copy-text";
import type { Column } from "./table";
import classes from "./tables.module.css";
import type { Outcome } from "./use-changes";
import { faultOf, ValueInput } from "./value-input";

interface Props {
  column: Column;
  /** As it is shown; not all of it when `read` is there. */
  value: string | null;
  /** Reads the value in full, when the grid has not all of it. */
  read: (() => Promise<Outcome<{ text: string | null }>>) | null;
  /** The row that the value names, in another table. */
  target: { href: string; table: string } | null;
  /** Why the value cannot be changed; `null` when it can. */
  readOnlyReason: string | null;
  /** Answers why it was refused. */
  save: (value: string | null, seen: string | null) => Promise<string | null>;
  onClose: () => void;
}

/** One value: read in full, changed, set to NULL. */
export function CellEditor(props: Props) {
  const { column, read, target, readOnlyReason, onClose } = props;
  const [seen, setSeen] = useState<string | null | undefined>(read ? undefined : props.value);
  const [message, setMessage] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when it opens
  useEffect(() => {
    if (!read) return;
    void read().then((outcome) => (outcome.isDone ? setSeen(outcome.value.text) : setMessage(outcome.message)));
  }, []);
  return (
    <Modal
      opened
      onClose={onClose}
      size="lg"
      title={
        <>
          <bdi className={classes.name}>{column.name}</bdi> <span className={classes.type}>{column.type}</span>
        </>
      }
      closeButtonProps={{ "aria-label": "Close" }}
    >
      <Stack gap="sm">
        {message !== null && (
          <Alert role="alert" color="red" variant="light">
            {message}
          </Alert>
        )}
        {seen === undefined ? (
          message === null && <Loader size="sm" aria-label="Reading the value" />
        ) : readOnlyReason === null ? (
          <Editor {...props} seen={seen} setMessage={setMessage} />
        ) : (
          <Viewer seen={seen} reason={readOnlyReason} />
        )}
        {target && (
          <LinkAnchor href={target.href} size="sm">
            Open this row of <bdi>{target.table}</bdi>
          </LinkAnchor>
        )}
      </Stack>
    </Modal>
  );
}

function Viewer({ seen, reason }: { seen: string | null; reason: string }) {
  return (
    <>
      <Code block className={classes.whole} tabIndex={0} role="region" aria-label="Value">
        {seen ?? "NULL"}
      </Code>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {reason}
        </Text>
        {seen !== null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => copyText(seen, "Value")}
          >
            Copy
          </Button>
        )}
      </Group>
    </>
  );
}

type EditorProps = Props & { seen: string | null; setMessage: (message: string | null) => void };

function Editor({ column, seen, save, onClose, setMessage }: EditorProps) {
  const [draft, setDraft] = useState(seen ?? "");
  const [isSaving, start] = useTransition();
  const submit = (value: string | null) => {
    const fault = value === null ? null : faultOf(column, value);
    if (fault !== null) return setMessage(fault);
    start(async () => {
      const refusal = await save(value, seen);
      if (refusal === null) onClose();
      else setMessage(refusal);
    });
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit(draft);
      }}
    >
      <Stack gap="sm">
        <ValueInput
          column={column}
          value={draft}
          onChange={setDraft}
          isLabelHidden
          hasAutofocus
          placeholder={seen === null ? "NULL" : "empty text"}
          {...(column.input !== "json" && { onEnter: () => submit(draft) })}
        />
        <Group justify="flex-end" gap="xs">
          {column.isNullable && (
            <Button variant="subtle" mr="auto" disabled={isSaving || seen === null} onClick={() => submit(null)}>
              Set to NULL
            </Button>
          )}
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving} disabled={draft === seen}>
            Save
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
