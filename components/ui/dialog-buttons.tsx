"use client";

import { Button, Group } from "@mantine/core";
import type { ReactNode } from "react";

interface Props {
  close: () => void;
  isWorking?: boolean;
  /** The button that confirms the dialog. */
  children: ReactNode;
}

/** The row of buttons at the end of a dialog: Cancel, and the confirming button. */
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
