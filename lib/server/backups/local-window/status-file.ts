import { mkdir } from "node:fs/promises";
import { type LocalWindowStatus, localWindowFolder, localWindowStatusFile } from "@/lib/core/local-window";
import { writeFileDurably } from "../../data-folder/durable-file";

export async function writeLocalWindow(dataDir: string, status: LocalWindowStatus): Promise<void> {
  await mkdir(localWindowFolder(dataDir), { recursive: true, mode: 0o700 });
  await writeFileDurably(localWindowStatusFile(dataDir), `${JSON.stringify(status, null, 2)}\n`, 0o600);
}

/** Returns the status of a window that has nothing. */
export function emptyWindow({ hours, mostBytes }: { hours: number; mostBytes: number }): LocalWindowStatus {
  return {
    ...{ at: new Date(), hours, restorableFrom: null, restorableTo: null, restoreGaps: [] },
    ...{ bytes: 0, mostBytes, mark: null, baseMark: null, failure: null, pausedUntil: null },
  };
}
