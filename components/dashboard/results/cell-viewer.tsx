"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconCopy } from "@tabler/icons-react";
import { copyText } from "@/components/ui/copy-text";
import { Dialog } from "@/components/ui/dialog";
import { WholeText } from "@/components/ui/whole-text";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import { inWords, withTurnsShown } from "../grid/cell-text";

interface Props {
  isOpen: boolean;
  onClose: () => void;
  column: ResultColumn | undefined;
  row: number;
  value: string | null;
}

/** A dialog that shows a whole value, with JSON indented. */
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
      <WholeText label="Whole value">
        {value === null ? "NULL" : withTurnsShown(laidOut(value, column?.typeName))}
      </WholeText>
    </Dialog>
  );
}

function laidOut(value: string, typeName = ""): string {
  if (typeName !== "json" && typeName !== "jsonb") return inWords(typeName, value) ?? "";
  try {
    return JSON.stringify(JSON.parse(value), null, 2);
  } catch {
    return value;
  }
}
