import { createStore } from "zustand/vanilla";

export type TaskStatus = "running" | "done" | "failed" | "cancelled";

/** The action on a task that has ended, such as opening its result. */
export type TaskFollowUp = { label: string; href: string } | { label: string; run: () => void };

export interface Task {
  id: string;
  title: string;
  status: TaskStatus;
  /** The share that is done, from 0 to 1; `null` if no one knows. */
  progress: number | null;
  /** A line such as `12 MB of 40 MB`, or the reason of a failure. */
  detail: string | null;
  /** Whether the page itself does the work, which closing or reloading it would end. */
  endsWithPage: boolean;
  /** The id by which the service lists the same work; `null` where it does not. */
  workId: string | null;
  startedAt: number;
  cancel: (() => void) | null;
  followUps: readonly TaskFollowUp[];
}

export interface NewTask {
  title: string;
  endsWithPage?: boolean;
  workId?: string;
  cancel?: () => void;
}

type Ending = Pick<Task, "detail"> & Partial<Pick<Task, "followUps">>;

/** Reports how far one task is. Nothing changes a task that has ended. */
export interface RunningTask {
  report(progress: number | null, detail: string | null): void;
  /** Replaces how the task is cancelled; `null` where it no longer can be. */
  setCancel(cancel: (() => void) | null): void;
  done(ending: Ending): void;
  failed(ending: Ending): void;
  cancelled(): void;
}

/** The most ended tasks that are listed. */
const MAX_ENDED = 10;

/** Work of this browser tab. It lives in the module, and so survives a change of page within the dashboard. */
export const tasks = createStore<{ tasks: readonly Task[] }>(() => ({ tasks: [] }));

type OnEnd = (task: Task, startedOn: string) => void;
let onEnd: OnEnd = () => {};

/** Sets the notice of each task that ends, together with the path of the page that it was started on. */
export function listenForEnds(listener: OnEnd): void {
  onEnd = listener;
}

let last = 0;

export function startTask({ title, endsWithPage = false, workId, cancel }: NewTask): RunningTask {
  last += 1;
  const id = `task-${last}`;
  const startedOn = location.pathname;
  const task: Task = {
    ...{ id, title, endsWithPage, status: "running", progress: null, detail: null, followUps: [] },
    workId: workId ?? null,
    startedAt: Date.now(),
    cancel: cancel ?? null,
  };
  tasks.setState(({ tasks: others }) => ({ tasks: [task, ...others] }));
  const change = (part: Partial<Task>): Task | null => {
    const before = tasks.getState().tasks.find((one) => one.id === id);
    if (before?.status !== "running") return null;
    const after = { ...before, ...part };
    tasks.setState(({ tasks: all }) => ({ tasks: withoutOldest(all.map((one) => (one.id === id ? after : one))) }));
    return after;
  };
  const end = (status: TaskStatus, ending: Ending) => {
    const ended = change({ followUps: [], ...ending, status, progress: null, cancel: null });
    if (ended) onEnd(ended, startedOn);
  };
  return {
    report: (progress, detail) => void change({ progress, detail }),
    setCancel: (next) => void change({ cancel: next }),
    done: (ending) => end("done", ending),
    failed: (ending) => end("failed", ending),
    cancelled: () => end("cancelled", { detail: null }),
  };
}

/** Work that takes less is not worth a line. */
const LONG_MS = 2_000;

/** Starts a task that is listed only if it still runs after two seconds. */
export function startLongTask(input: NewTask): RunningTask {
  let task: RunningTask | null = null;
  const timer = setTimeout(() => {
    task = startTask(input);
  }, LONG_MS);
  const end = (how: (started: RunningTask) => void) => {
    clearTimeout(timer);
    if (task) how(task);
  };
  return {
    report: (progress, detail) => task?.report(progress, detail),
    setCancel: (cancel) => task?.setCancel(cancel),
    done: (ending) => end((started) => started.done(ending)),
    failed: (ending) => end((started) => started.failed(ending)),
    cancelled: () => end((started) => started.cancelled()),
  };
}

export function clearEnded(): void {
  tasks.setState(({ tasks: all }) => ({ tasks: all.filter(({ status }) => status === "running") }));
}

function withoutOldest(all: readonly Task[]): readonly Task[] {
  let ended = 0;
  return all.filter(({ status }) => {
    if (status !== "running") ended += 1;
    return status === "running" || ended <= MAX_ENDED;
  });
}
