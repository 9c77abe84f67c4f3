"use client";

import { Button, Progress } from "@mantine/core";
import { PageLink } from "@/components/ui/page-link";
import type { RunningWork } from "@/lib/sql/running-work/resource";
import { CancelRun } from "../background/cancel-run";
import type { Task, TaskStatus } from "./tasks";
import classes from "./tasks.module.css";

const STATUS_WORDS: Record<TaskStatus, string> = {
  running: "Running",
  done: "Done",
  failed: "Failed",
  cancelled: "Cancelled",
};

interface Props {
  task: Task;
  /** Closes the list. */
  close: () => void;
}

export function TaskRow({ task, close }: Props) {
  const { title, status, progress, detail, cancel, followUps } = task;
  return (
    <li className={classes.row} data-status={status}>
      <div className={classes.title}>{title}</div>
      {status === "running" && <TaskProgress title={title} progress={progress} />}
      <div className={classes.line}>
        <span className={classes.detail}>
          {status === "running" ? (detail ?? "Running") : [STATUS_WORDS[status], detail].filter(Boolean).join(" · ")}
        </span>
        {cancel && (
          <Button size="compact-xs" variant="subtle" onClick={cancel} aria-label={`Cancel: ${title}`}>
            Cancel
          </Button>
        )}
        {followUps.map((followUp) =>
          "href" in followUp ? (
            <Button
              key={followUp.label}
              size="compact-xs"
              variant="subtle"
              component={PageLink}
              href={followUp.href}
              onClick={close}
            >
              {followUp.label}
            </Button>
          ) : (
            <Button
              key={followUp.label}
              size="compact-xs"
              variant="subtle"
              onClick={() => {
                close();
                followUp.run();
              }}
            >
              {followUp.label}
            </Button>
          ),
        )}
      </div>
    </li>
  );
}

function TaskProgress({ title, progress }: { title: string; progress: number | null }) {
  const percent = progress === null ? 100 : Math.round(progress * 100);
  return (
    <Progress.Root size="xs">
      <Progress.Section value={percent} animated={progress === null} aria-label={title} />
    </Progress.Root>
  );
}

const WORK_WORDS: Record<RunningWork["kind"], (name: string) => string> = {
  create: (name) => `Creating ${name}`,
  branch: (name) => `Creating branch ${name}`,
  "restore-point": (name) => `Creating a restore point of ${name}`,
  restore: (name) => `Restoring ${name}`,
  move: (name) => `Moving ${name} to another host`,
  statement: (name) => `Running a statement in ${name}`,
  import: (name) => `Importing into ${name}`,
  "background-run": (name) => `Running in the background in ${name}`,
};

/** The page on which each kind of work is seen, below the page of its database. */
const WORK_PAGES: Partial<Record<RunningWork["kind"], { path: string; label: string }>> = {
  // A statement of another tab is cancelled on the page of its session.
  statement: { path: "/activity", label: "Open activity" },
  "background-run": { path: "/history", label: "History" },
};

/** A task that the service knows of, which another tab or person may have started. */
export function ServerTaskRow({ work, organisationId }: { work: RunningWork; organisationId: string }) {
  const title = WORK_WORDS[work.kind](work.databaseName);
  const page = WORK_PAGES[work.kind] ?? { path: "", label: "Open" };
  const database = `/dashboard/${organisationId}/databases/${work.databaseId}`;
  return (
    <li className={classes.row} data-status="running">
      <div className={classes.title}>{title}</div>
      <TaskProgress title={title} progress={null} />
      <div className={classes.line}>
        <span className={classes.detail}>{work.isQueued ? "Queued" : "Running"}</span>
        {work.kind === "background-run" && (
          <CancelRun base={`${database}/sql`} runId={work.id} variant="subtle" label={`Cancel: ${title}`} />
        )}
        <Button size="compact-xs" variant="subtle" component={PageLink} href={`${database}${page.path}`}>
          {page.label}
        </Button>
      </div>
    </li>
  );
}
