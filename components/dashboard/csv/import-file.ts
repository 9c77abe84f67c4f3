import { countText } from "@/components/ui/figure-text";
import { byteText } from "@/lib/core/byte-text";
import type { ImportedRows } from "@/lib/sql/csv/resource";
import { type RunningTask, startTask, type TaskFollowUp } from "../tasks/tasks";
import { type ImportRefusal, sendFile } from "./send-file";

interface Import {
  address: string;
  file: File;
  /** The name of the table. */
  table: string;
  options: { mayKeepDatabase: boolean };
  /** The page of the table's rows. */
  href: string;
  /** Undoes a change of rows; where the whole database would be restored, the history asks first. */
  undo: (changeId: string) => void;
  history: string;
}

export type ImportResult = { kind: "done"; rows: ImportedRows } | { kind: "refused"; refusal: ImportRefusal } | null;

/** Imports a file as a task. Before a restore point everything is tried, so that a refusal drops no connection. */
export async function importFile(input: Import): Promise<ImportResult> {
  const { file, table, options } = input;
  const control = new AbortController();
  const cancel = () => control.abort();
  const task = startTask({ title: `Importing ${file.name} into ${table}`, endsWithPage: true, cancel });
  if (options.mayKeepDatabase) {
    const tried = await send(input, task, control.signal, { ...options, isTrial: true }, "Checking: ");
    if (tried === null || "message" in tried) return conclude(input, task, tried);
  }
  return conclude(input, task, await send(input, task, control.signal, options, ""));
}

function send({ address, file }: Import, task: RunningTask, signal: AbortSignal, options: object, before: string) {
  const onSent = (bytes: number) => {
    const detail = `${before}${byteText(bytes)} of ${byteText(file.size)}`;
    task.report(bytes < file.size ? bytes / file.size : null, bytes < file.size ? detail : `${before}reading the file`);
  };
  const sending = { address, file, options, onSent, signal };
  return sendFile({
    ...sending,
    onProgress: (progress) => {
      if (progress.phase === "copied") task.report(null, `${before}inserting ${countText(progress.rows, "row")}`);
    },
  });
}

function conclude(input: Import, task: RunningTask, answer: ImportedRows | ImportRefusal | null): ImportResult {
  if (answer === null) {
    task.cancelled();
    return null;
  }
  if ("message" in answer) {
    task.failed({ detail: answer.message });
    return { kind: "refused", refusal: answer };
  }
  const skipped = answer.skipped > 0 ? `, ${countText(answer.skipped, "line")} skipped` : "";
  task.done({ detail: `${countText(answer.rows, "row")} imported${skipped}`, followUps: followUps(input, answer) });
  return { kind: "done", rows: answer };
}

function followUps({ href, history, undo }: Import, { changeId, isDatabaseKept }: ImportedRows): TaskFollowUp[] {
  const open = { label: "Open", href };
  if (changeId === null) return [open];
  return [
    isDatabaseKept ? { label: "Undo in history", href: history } : { label: "Undo", run: () => undo(changeId) },
    open,
  ];
}
