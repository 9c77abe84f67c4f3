import { createStore } from "zustand/vanilla";
import { byteText } from "@/lib/core/byte-text";
import { type RunningTask, startTask } from "../../tasks/tasks";
import { sendUpload } from "./send-upload";

export interface FileUpload {
  id: string;
  bucketId: string;
  key: string;
  size: number;
  sent: number;
  status: "waiting" | "sending" | "done" | "failed" | "cancelled";
  /** Why it failed; `null` otherwise. */
  message: string | null;
  /** Whether trying again is to replace the object that the key has. */
  isTaken: boolean;
}

interface Work {
  address: string;
  file: File;
  replaces: boolean;
  control: AbortController;
}

/** Files of this browser tab. They live in the module, and so survive a change of page within the dashboard. */
export const uploads = createStore<{ uploads: readonly FileUpload[] }>(() => ({ uploads: [] }));

/** More at once would share the same connection. */
const AT_ONCE = 3;
const work = new Map<string, Work>();
let last = 0;
let task: RunningTask | null = null;

interface Target {
  bucketId: string;
  /** The address at which the dashboard takes room for files. */
  address: string;
}

/** Adds files to those that are sent, each under its key. */
export function addUploads({ bucketId, address }: Target, files: readonly { key: string; file: File }[]): void {
  const added = files.map(({ key, file }): FileUpload => {
    last += 1;
    const id = `upload-${last}`;
    work.set(id, { address, file, replaces: false, control: new AbortController() });
    return { ...{ id, bucketId, key, size: file.size }, ...WAITING };
  });
  uploads.setState(({ uploads: all }) => ({ uploads: [...all, ...added] }));
  sendNext();
}

const WAITING = { sent: 0, status: "waiting", message: null, isTaken: false } as const;

export function cancelUpload(id: string): void {
  work.get(id)?.control.abort();
  change(id, { status: "cancelled", sent: 0 });
  sendNext();
}

/** Sends a file anew that failed or was cancelled; where its key was taken, it replaces that object. */
export function retryUpload({ id, isTaken }: FileUpload): void {
  const one = work.get(id);
  if (!one) return;
  work.set(id, { ...one, replaces: one.replaces || isTaken, control: new AbortController() });
  change(id, WAITING);
  sendNext();
}

/** Forgets the files of a bucket that are no longer sent. */
export function clearUploads(bucketId: string): void {
  const isKept = (one: FileUpload) => one.bucketId !== bucketId || isUnderWay(one);
  const { uploads: all } = uploads.getState();
  for (const { id } of all.filter((one) => !isKept(one))) work.delete(id);
  uploads.setState({ uploads: all.filter(isKept) });
}

export function isUnderWay({ status }: FileUpload): boolean {
  return status === "waiting" || status === "sending";
}

function sendNext(): void {
  const { uploads: all } = uploads.getState();
  report(all);
  const sending = all.filter(({ status }) => status === "sending").length;
  const next = all.filter(({ status }) => status === "waiting").slice(0, Math.max(0, AT_ONCE - sending));
  for (const one of next) void send(one);
}

async function send({ id, key }: FileUpload): Promise<void> {
  const one = work.get(id);
  if (!one) return;
  change(id, { status: "sending" });
  const { address, file, replaces, control } = one;
  const onSent = (sent: number) => {
    if (control.signal.aborted) return;
    change(id, { sent });
    report(uploads.getState().uploads);
  };
  const refused = await sendUpload({ address, key, file, replaces, onSent, signal: control.signal });
  if (control.signal.aborted) return;
  if (refused === null) change(id, { status: "done", sent: file.size });
  else if (refused.retryAfterSeconds !== null) {
    change(id, WAITING);
    setTimeout(sendNext, refused.retryAfterSeconds * 1_000);
    return;
  } else change(id, { status: "failed", message: refused.message, isTaken: refused.isTaken });
  sendNext();
}

function change(id: string, part: Partial<FileUpload>): void {
  uploads.setState(({ uploads: all }) => ({ uploads: all.map((one) => (one.id === id ? { ...one, ...part } : one)) }));
}

/** All files that are under way are one task of the tab. */
function report(all: readonly FileUpload[]): void {
  const open = all.filter(isUnderWay);
  if (open.length === 0) {
    task?.done({ detail: "Uploads ended." });
    task = null;
    return;
  }
  task ??= startTask({ title: "Uploading files", endsWithPage: true, cancel: cancelAll });
  const [sent, size] = [open.reduce((sum, one) => sum + one.sent, 0), open.reduce((sum, one) => sum + one.size, 0)];
  task.report(size === 0 ? null : sent / size, `${byteText(sent)} of ${byteText(size)}`);
}

function cancelAll(): void {
  for (const { id } of uploads.getState().uploads.filter(isUnderWay)) cancelUpload(id);
}
