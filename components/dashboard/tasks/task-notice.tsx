"use client";

import { Button, Group } from "@mantine/core";
import { notifications } from "@mantine/notifications";
import { PageLink } from "@/components/ui/page-link";
import type { Task } from "./tasks";

const ID = "task-ended";

/** Shows a notice of a task that ended while the user was on another page, in place of the one before. */
export function showEnded(task: Task, startedOn: string): void {
  if (task.status === "cancelled" || location.pathname === startedOn) return;
  const { title, detail, status, followUps } = task;
  const isDone = status === "done";
  const [first] = followUps;
  const hide = () => notifications.hide(ID);
  hide();
  notifications.show({
    id: ID,
    color: isDone ? "leaf" : "red",
    role: isDone ? "status" : "alert",
    autoClose: 12_000,
    title,
    message: (
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <span>{detail}</span>
        {first && "href" in first && (
          <Button size="compact-sm" variant="light" flex="none" component={PageLink} href={first.href} onClick={hide}>
            {first.label}
          </Button>
        )}
        {first && "run" in first && (
          <Button
            size="compact-sm"
            variant="light"
            flex="none"
            onClick={() => {
              hide();
              first.run();
            }}
          >
            {first.label}
          </Button>
        )}
      </Group>
    ),
  });
}
