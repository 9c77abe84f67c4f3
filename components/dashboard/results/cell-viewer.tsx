"use client";

import { Button, Code, Group, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { copyText } from "@/components/ui/copy-text";
import { Dialog } from "@/components/ui/dialog";
import type { ResultColumn } from "./outcome";
import classes from "./result-grid.module.css";

interface Props {
  isOpen: boolean;
  onClose: () => void;
  column: ResultColumn | undefined;
  row: number;
  value: string | null;
}

/** One value as a whole; JSON is laid out. */
export function CellViewer({ isOpen, onClose, column, row, value }: Props) {
  return (
    <Dialog
      opened={isOpen}
      onClose={onClose}
      size="xl"
      title={`${column?.name ?? "Value"}, row ${(row + 1).toLocaleString("en")}`}
    >
      <Group justify="space-between" mb="sm">
        <Text size="sm" c="dimmed">
          {column?.typeName}
          {value !== null && `, ${value.length.toLocaleString("en")} characters`}
        </Text>
        {value !== null && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconCopy size={14} aria-hidden />}
            onClick={() => copyText(value, "Value")}
          >
            Copy
          </Button>
        )}
      </Group>
      <Code block className={classes.whole} tabIndex={0} role="region" aria-label="Whole value">
        {value === null ? "NULL" : laidOut(value, column?.typeName)}
      </Code>
    </Dialog>
  );
}

function laidOut(value: string, typeName = ""): string {
  if (typeName !== "json" && typeName !== "jsonb") return value;
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
