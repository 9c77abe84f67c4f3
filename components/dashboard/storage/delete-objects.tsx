"use client";

import { Button, Stack } from "@mantine/core";
import { useState, useTransition } from "react";
import { Consequences } from "@/components/ui/consequences";
import { DialogButtons } from "@/components/ui/dialog-buttons";
import { Refusal } from "@/components/ui/refusal";
import type { ObjectChanges } from "./changes";
import { nameIn } from "./words";

interface Props {
  keys: readonly string[];
  remove: ObjectChanges["remove"];
  close: () => void;
  onDone: (done: string) => void;
}

/** Names the things that go with objects, and deletes them. */
export function DeleteObjects({ keys, remove, close, onDone }: Props) {
  const [isWorking, start] = useTransition();
  const [refusal, setRefusal] = useState<string | null>(null);
  const [first = ""] = keys;
  const what = keys.length === 1 ? nameIn(first) : `${keys.length} objects`;
  const confirm = () =>
    start(async () => {
      const outcome = await remove({ keys });
      if (outcome.isDone) onDone(`Deleted ${what}.`);
      else setRefusal(outcome.message);
    });
  return (
    <Stack gap="sm">
      <Refusal message={refusal} />
      <Consequences
        goes={`${what} and every link to ${keys.length === 1 ? "it" : "them"}, immediately.`}
        stays="Other objects of the bucket, and the audit log."
        undo="This can't be undone."
      />
      <DialogButtons close={close} isWorking={isWorking}>
        <Button color="red" onClick={confirm} loading={isWorking}>
          Delete
        </Button>
      </DialogButtons>
    </Stack>
  );
}
