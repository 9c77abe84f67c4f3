"use client";

import { ActionIcon, Code, CopyButton, Group } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";
import classes from "./copy-field.module.css";

/** A text with a button that copies it, such as a command, an id, or a secret that is shown only once. */
export function CopyField({ label, text }: { label: string; text: string }) {
  return (
    <Group gap="xs" wrap="nowrap" align="flex-start">
      <Code block className={classes.text} tabIndex={0} role="region" aria-label={label}>
        {text}
      </Code>
      <CopyButton value={text} timeout={2_000}>
        {({ copied, copy }) => (
          <ActionIcon
            variant="default"
            size="lg"
            onClick={copy}
            aria-label={copied ? `Copied: ${label}` : `Copy: ${label}`}
          >
            {copied ? <IconCheck size={18} aria-hidden /> : <IconCopy size={18} aria-hidden />}
          </ActionIcon>
        )}
      </CopyButton>
    </Group>
  );
}
