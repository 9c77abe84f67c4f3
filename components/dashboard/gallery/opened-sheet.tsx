"use client";

import { Button, TextInput } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { BottomSheet } from "@/components/ui/bottom-sheet";
import { Part } from "./part";

/** A sheet from the bottom, opened by its button: it covers the page. */
export function OpenedSheet() {
  const [isOpen, { open, close }] = useDisclosure();
  return (
    <Part title="Sheet of a phone">
      <Button variant="default" onClick={open}>
        Open sheet
      </Button>
      <BottomSheet opened={isOpen} onClose={close} title="Add condition">
        <TextInput label="Value" />
      </BottomSheet>
    </Part>
  );
}
