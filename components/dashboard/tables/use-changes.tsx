"use client";

import { Button, Group, Text } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { useRouter } from "next/navigation";
import { useTransition } from "react";

export type Outcome<Value> = { isDone: true; value: Value } | { isDone: false; message: string };

export interface Changed {
  changeId: string;
  rowCount: number;
}

type Undo = (changeId: string) => Promise<Outcome<unknown>>;

const SHOWN_FOR_MS = 12_000;

/** Makes changes that can be taken back: says what was done, and offers to undo it for as long as it says so. */
export function useChanges(undo: Undo) {
  const router = useRouter();
  const [isWorking, start] = useTransition();
  const takeBack = async (changeId: string) => {
    const outcome = await undo(changeId);
    if (outcome.isDone) router.refresh();
    notifications.show(
      outcome.isDone
        ? { message: "Undone.", color: "leaf", role: "status" }
        : { title: "That was not undone", message: outcome.message, color: "red", role: "alert" },
    );
  };
  const announce = (done: string, changeId: string) => {
    const id = `change-${changeId}`;
    const onClick = () => {
      notifications.hide(id);
      start(() => takeBack(changeId));
    };
    notifications.show({
      ...{ id, color: "leaf", role: "status", autoClose: SHOWN_FOR_MS },
      message: (
        <Group justify="space-between" wrap="nowrap" gap="sm">
          <Text size="sm">{done}</Text>
          <Button size="compact-sm" variant="light" onClick={onClick}>
            Undo
          </Button>
        </Group>
      ),
    });
  };
  /** Answers why it was refused; `null` when it was done. */
  const make = async (change: () => Promise<Outcome<{ changeId: string }>>, done: string): Promise<string | null> => {
    const outcome = await change();
    if (!outcome.isDone) return outcome.message;
    announce(done, outcome.value.changeId);
    router.refresh();
    return null;
  };
  return { isWorking, start, make };
}

export function showRefusal(message: string): void {
  notifications.show({ title: "That was refused", message, color: "red", role: "alert" });
}
