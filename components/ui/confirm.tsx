"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import type { ReactNode } from "react";
import { Dialog } from "./dialog";

interface Props {
  isOpen: boolean;
  title: string;
  confirm: string;
  children: ReactNode;
  onClose: () => void;
  onConfirm: () => void;
}

/** A dialog that asks before an action runs. */
export function Confirm({ isOpen, title, confirm, children, onClose, onConfirm }: Props) {
  return (
    <Dialog opened={isOpen} onClose={onClose} title={title}>
      <Stack gap="md">
        <Text component="div">{children}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose} data-autofocus>
            Cancel
          </Button>
          <Button
            color="red"
            onClick={() => {
              onClose();
              onConfirm();
            }}
          >
            {confirm}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
