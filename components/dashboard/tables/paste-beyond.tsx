"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { Dialog } from "@/components/ui/dialog";
import { countText } from "@/components/ui/figure-text";
import type { RowEdits } from "./use-row-edits";

/** A dialog that asks for the fate of pasted rows for which the page has none: they are added, or left out. */
export function PasteBeyond({ edits }: { edits: RowEdits }) {
  const { beyond, setBeyond, put, table, grid } = edits;
  const close = () => {
    setBeyond(null);
    grid.focus();
  };
  const within = beyond?.places.filter(({ row }) => row < table.rows.length) ?? [];
  const rows = countText(beyond?.rows ?? 0, "row");
  return (
    <Dialog opened={beyond !== null} onClose={close} title="Paste more rows than there are">
      <Stack gap="md">
        <Text size="sm">
          The pasted cells reach {rows} beyond the last row of this page. Add {beyond?.rows === 1 ? "it" : "them"} to
          the table?
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={close}>
            Cancel
          </Button>
          {within.length > 0 && (
            <Button
              variant="default"
              onClick={() => {
                close();
                void put(within);
              }}
            >
              Paste only the cells that fit
            </Button>
          )}
          <Button
            data-autofocus
            onClick={() => {
              close();
              void put(beyond?.places ?? []);
            }}
          >
            Add {rows}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
