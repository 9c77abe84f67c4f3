"use client";

import { Button, Popover, PopoverDropdown, PopoverTarget, UnstyledButton } from "@mantine/core";
import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { countText } from "@/components/ui/figure-text";
import { showEnded } from "./task-notice";
import { ServerTaskRow, TaskRow } from "./task-row";
import { clearEnded, listenForEnds, tasks } from "./tasks";
import classes from "./tasks.module.css";
import { useServerTasks } from "./use-server-tasks";

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
      <PopoverDropdown p={0} aria-label="Tasks">
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
