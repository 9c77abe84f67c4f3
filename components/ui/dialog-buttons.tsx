"use client";

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  close: () => void;
  isWorking?: boolean;
  /** The button that does what the dialog is for. */
  children: ReactNode;
}

/** The way out of a dialog, and the way on. */
export function DialogButtons({ close, isWorking = false, children }: Props) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close} disabled={isWorking}>
        Cancel
      </Button>
      {children}
    </Group>
  );
}
