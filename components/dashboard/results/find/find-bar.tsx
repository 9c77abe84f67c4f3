"use client";

import { ActionIcon, Group, Text, TextInput } from "@mantine/core";
import { IconChevronDown, IconChevronUp, IconSearch, IconX } from "@tabler/icons-react";
import type { KeyboardEvent } from "react";
import type { FindState } from "./use-find";

interface Props {
  find: FindState;
  /** Whether there are more rows than those that were loaded. */
  isTruncated: boolean;
}

/** The field that finds a text in the loaded rows, with the number of its matches. */
export function FindBar({ find, isTruncated }: Props) {
  const { cells, text, input, setText, step, close } = find;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && cells.length > 0) step(event.shiftKey ? -1 : 1);
    else if (event.key === "Escape") close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  const isEmpty = cells.length === 0;
  return (
    <Group gap={4} wrap="nowrap">
      <TextInput
        ref={input}
        size="xs"
        w={180}
        autoFocus
        aria-label={isTruncated ? "Find in the loaded rows" : "Find in the result"}
        placeholder={isTruncated ? "Find in loaded rows" : "Find"}
        leftSection={<IconSearch size={13} aria-hidden />}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <Text size="xs" c="dimmed" role="status" miw={64} ta="center">
        {text !== "" && countOf(find)}
      </Text>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        disabled={isEmpty}
        onClick={() => step(-1)}
        aria-label="Previous match"
      >
        <IconChevronUp size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        disabled={isEmpty}
        onClick={() => step(1)}
        aria-label="Next match"
      >
        <IconChevronDown size={15} aria-hidden />
      </ActionIcon>
      <ActionIcon variant="subtle" color="gray" size="sm" onClick={close} aria-label="Close search">
        <IconX size={15} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

function countOf({ cells, isAll, current }: FindState): string {
  const count = cells.length.toLocaleString("en");
  if (!isAll) return `${count}…`;
  if (cells.length === 0) return "No matches";
  return current === null ? count : `${current.toLocaleString("en")} of ${count}`;
}
