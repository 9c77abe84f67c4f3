"use client";

import { Button, Group, Popover, PopoverDropdown, PopoverTarget, UnstyledButton } from "@mantine/core";
import { useDocumentVisibility } from "@mantine/hooks";
import { notifications } from "@mantine/notifications";
import { usePathname } from "next/navigation";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { countText } from "@/components/ui/figure-text";
import { ownName } from "@/components/ui/own-name";
import { PageLink } from "@/components/ui/page-link";
import type { RunningWork } from "@/lib/sql/running-work/resource";
import { ServerTaskRow, TaskRow } from "./task-row";
import { clearEnded, listenForEnds, type Task, tasks } from "./tasks";
import classes from "./tasks.module.css";

/** The button `● 2 tasks` and the list that it opens: running tasks, and those that have lately ended. */
export default function LoadedTasksMenu({ organisationId }: { organisationId: string | null }) {
  const own = useStore(tasks, (state) => state.tasks);
  const known = useServerTasks(organisationId);
  const [isOpen, setIsOpen] = useState(false);
  const running = own.filter(({ status }) => status === "running");
  const ownIds = new Set(own.map(({ workId }) => workId));
  const ofOthers = known.filter(({ id }) => !ownIds.has(id));
  // An import of this tab is known to the service as well.
  const others = running.some(({ endsWithPage }) => endsWithPage)
    ? ofOthers.filter(({ kind }) => kind !== "import" && kind !== "statement")
    : ofOthers;
  const count = running.length + others.length;
  const isBoundToPage = running.some(({ endsWithPage }) => endsWithPage);
  useEffect(() => listenForEnds(showEnded), []);
  useEffect(() => {
    if (!isBoundToPage) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", warn);
    return () => removeEventListener("beforeunload", warn);
  }, [isBoundToPage]);
  if (own.length === 0 && others.length === 0) return null;
  return (
    <Popover opened={isOpen} onChange={setIsOpen} position="bottom-end" width={340} trapFocus returnFocus shadow="md">
      <PopoverTarget>
        <UnstyledButton
          className={classes.button}
          data-running={count > 0 || undefined}
          onClick={() => setIsOpen(!isOpen)}
        >
          <span className={classes.dot} aria-hidden />
          {count > 0 ? countText(count, "task") : "Tasks"}
        </UnstyledButton>
      </PopoverTarget>
      <PopoverDropdown p={0} {...ownName("Tasks")}>
        <ul className={classes.list}>
          {others.map((work) => (
            <ServerTaskRow key={work.id} work={work} organisationId={organisationId ?? ""} />
          ))}
          {own.map((task) => (
            <TaskRow key={task.id} task={task} close={() => setIsOpen(false)} />
          ))}
        </ul>
        {own.length > running.length && (
          <div className={classes.foot}>
            <Button size="compact-xs" variant="subtle" onClick={clearEnded}>
              Clear finished
            </Button>
          </div>
        )}
      </PopoverDropdown>
    </Popover>
  );
}

const ID = "task-ended";

/** Shows a notice of a task that ended while the user was on another page, in place of the one before. */
function showEnded(task: Task, startedOn: string): void {
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

const EVERY_MS = 2_000;

/**
 * Returns the tasks that the service itself knows to be running in the organisation, from any member and any page that
 * was reloaded since. It asks on each change of page, and again as long as there is something.
 */
function useServerTasks(organisationId: string | null): readonly RunningWork[] {
  const [found, setFound] = useState<readonly RunningWork[]>([]);
  const pathname = usePathname();
  const isVisible = useDocumentVisibility() === "visible";
  // biome-ignore lint/correctness/useExhaustiveDependencies: a page that was left may have started something
  useEffect(() => {
    if (organisationId === null || !isVisible) return;
    const control = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async () => {
      const items = await askOnce(organisationId, control.signal);
      if (control.signal.aborted || items === null) return;
      setFound(items);
      if (items.length > 0) timer = setTimeout(ask, EVERY_MS);
    };
    void ask();
    return () => {
      control.abort();
      clearTimeout(timer);
    };
  }, [organisationId, pathname, isVisible]);
  return found;
}

/** Returns `null` when the service did not answer: the former tasks stay. */
async function askOnce(organisationId: string, signal: AbortSignal): Promise<readonly RunningWork[] | null> {
  try {
    const answer = await fetch(`/dashboard/${organisationId}/tasks`, { signal });
    return answer.ok ? ((await answer.json()) as { items: RunningWork[] }).items : null;
  } catch {
    return null;
  }
}
