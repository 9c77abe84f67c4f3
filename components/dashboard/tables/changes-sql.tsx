"use client";

import { Button, Group, Loader, Stack } from "@mantine/core";
import { useEffect, useState } from "react";
import { copyText } from "@/components/ui/copy-text";
import { Dialog } from "@/components/ui/dialog";
import type { Outcome } from "@/lib/web/resource";
import classes from "./pending-bar.module.css";

interface Props {
  read: () => Promise<Outcome<{ text: string }>>;
  onClose: () => void;
}

/** A dialog with the statements that applying the changes runs. */
export default function ChangesSql({ read, onClose }: Props) {
  const [text, setText] = useState<string | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, as the changes are when it opens
  useEffect(() => {
    void read().then((outcome) => setText(outcome.isDone ? outcome.value.text : outcome.message));
  }, []);
  return (
    <Dialog opened onClose={onClose} size="lg" title="SQL of the changes">
      <Stack gap="md">
        {text === null ? (
          <Loader size="sm" />
        ) : (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the text scrolls by keys
          <pre className={classes.sql} tabIndex={0}>
            {text}
          </pre>
        )}
        <Group justify="flex-end">
          <Button variant="default" disabled={text === null} onClick={() => copyText(text ?? "", "SQL")}>
            Copy
          </Button>
          <Button onClick={onClose}>Close</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
