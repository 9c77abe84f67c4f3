"use client";

import { Button, Stack, Text, TextInput } from "@mantine/core";
import { useState } from "react";
import { Dialog } from "@/components/ui/dialog";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { Moment } from "@/components/ui/moment";
import { Refusal } from "@/components/ui/refusal";
import type { ListedRestorePoint } from "@/lib/hosting/restore-points/resource";
import type { ActOutcome } from "./act";
import { titleOf } from "./point";

interface Props {
  isOpen: boolean;
  point: Pick<ListedRestorePoint, "id" | "name" | "statement" | "createdAt" | "origin"> | null;
  databaseName: string;
  onClose: () => void;
  branch: (restorePointId: string, name: string) => Promise<ActOutcome>;
}

/**
 * A dialog that branches from a restore point. It stays open until the branch exists, and shows why it could not be
 * made.
 */
export function BranchDialog({ isOpen, point, databaseName, onClose, branch }: Props) {
  const [name, setName] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  const [isWorking, setWorking] = useState(false);
  const close = () => {
    if (isWorking) return;
    setName("");
    setMessage(null);
    onClose();
  };
  const submit = async (restorePointId: string) => {
    setWorking(true);
    const outcome = await branch(restorePointId, name);
    setWorking(false);
    if (!outcome.isDone) setMessage(outcome.message);
  };
  return (
    <Dialog opened={isOpen} onClose={close} title="Branch from a restore point">
      {point && (
        <form
          aria-busy={isWorking}
          onSubmit={(event) => {
            event.preventDefault();
            void submit(point.id);
          }}
        >
          <Stack gap="sm">
            <Refusal message={message} />
            <Text>
              A new database with the data of {databaseName} from <strong>{titleOf(point)}</strong>,{" "}
              <Moment at={point.createdAt} />, and a password of its own. {databaseName} isn't affected.
            </Text>
            <TextInput
              label="Name"
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
              required
              maxLength={40}
              autoComplete="off"
              data-autofocus
            />
            <DialogButtons close={close} isWorking={isWorking}>
              <Button type="submit" loading={isWorking} disabled={name.trim() === ""}>
                Create branch
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      )}
    </Dialog>
  );
}
