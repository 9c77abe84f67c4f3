"use client";

import { Button, Group, Loader, Stack, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { lazy, Suspense, useEffect, useState, useTransition } from "react";
import { Dialog } from "@/components/ui/dialog";
import { Refusal } from "@/components/ui/refusal";
import type { UndoPreview } from "@/lib/sql/data-changes/resource";
import type { Outcome } from "@/lib/web/resource";
import { isBlocked } from "./is-blocked";

/** Most of the dialog's script, a table among it, is loaded when somebody undoes something. */
const PreviewText = lazy(() => import("./undo-preview"));

type Answer<Value> = Promise<Outcome<Value>>;

export interface UndoVerbs {
  preview: (changeId: string) => Answer<UndoPreview>;
  undo: (changeId: string) => Answer<unknown>;
}

interface Props {
  /** The id of the change; `null` while the dialog is closed. */
  changeId: string | null;
  onClose: () => void;
  verbs: UndoVerbs;
}

/** A dialog that shows the effect of undoing a change, and the obstacles, before the user confirms. */
export function UndoDialog({ changeId, onClose, verbs }: Props) {
  return (
    <Dialog opened={changeId !== null} onClose={onClose} title="Undo this change" size="lg">
      {changeId !== null && <Content key={changeId} changeId={changeId} onClose={onClose} verbs={verbs} />}
    </Dialog>
  );
}

function Content({ changeId, onClose, verbs }: Props & { changeId: string }) {
  const router = useRouter();
  const [preview, setPreview] = useState<UndoPreview | null>(null);
  const [message, setMessage] = useState<string | null>(null);
  const [isUndoing, start] = useTransition();
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each change
  useEffect(() => {
    let isHere = true;
    verbs.preview(changeId).then((answer) => {
      if (!isHere) return;
      if (answer.isDone) setPreview(answer.value);
      else setMessage(answer.message);
    });
    return () => {
      isHere = false;
    };
  }, [changeId]);
  const undo = () =>
    start(async () => {
      const answer = await verbs.undo(changeId);
      if (!answer.isDone) return setMessage(answer.message);
      notifications.show({ message: "Change undone.", color: "leaf", role: "status" });
      onClose();
      router.refresh();
    });
  return (
    <Stack gap="md">
      <Refusal message={message} />
      {preview ? (
        <Suspense fallback={<Looking />}>
          <PreviewText preview={preview} />
        </Suspense>
      ) : (
        !message && <Looking />
      )}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose} data-autofocus>
          Cancel
        </Button>
        <Button onClick={undo} loading={isUndoing} disabled={preview === null || isBlocked(preview)}>
          {preview?.kind === "restore-point" ? "Restore the database" : "Undo"}
        </Button>
      </Group>
    </Stack>
  );
}

function Looking() {
  return (
    <Group gap="xs" role="status">
      <Loader size="sm" />
      <Text size="sm">Checking the rows</Text>
    </Group>
  );
}
