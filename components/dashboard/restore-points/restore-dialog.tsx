"use client";

import { Button, List, Stack, Text } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { Moment } from "@/components/ui/moment";
import { isTyped, TypedName } from "@/components/ui/typed-name";
import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";
import { titleOf } from "./point";

interface Props {
  isOpen: boolean;
  point: Pick<ListedRestorePoint, "id" | "name" | "statement" | "origin" | "createdAt"> | null;
  databaseName: string;
  onClose: () => void;
  restore: (restorePointId: string, confirmation: string) => void;
}

/** A dialog that explains the effect of a restore, and asks the user to type the name of the database. */
export function RestoreDialog({ isOpen, point, databaseName, onClose, restore }: Props) {
  const [typed, setTyped] = useState("");
  const close = () => {
    setTyped("");
    onClose();
  };
  return (
    <Dialog opened={isOpen} onClose={close} title={`Restore ${databaseName}`}>
      {point && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            close();
            restore(point.id, typed);
          }}
        >
          <Stack gap="sm">
            <Text>
              {databaseName} goes back to <strong>{titleOf(point)}</strong>, <Moment at={point.createdAt} />.
            </Text>
            <List spacing={4}>
              <List.Item>Its current state is saved as another restore point, so you can undo this.</List.Item>
              <List.Item>
                Connections are closed once the data is copied. New ones are accepted a moment later.
              </List.Item>
              <List.Item>The connection string and password stay the same.</List.Item>
            </List>
            <TypedName name={databaseName} typed={typed} onType={setTyped} />
            <DialogButtons close={close}>
              <Button type="submit" color="red" disabled={!isTyped({ name: databaseName, typed })}>
                Restore database
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
