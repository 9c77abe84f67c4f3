import type { ImportedRows, ImportProgress } from "@/lib/sql/csv/resource";

export interface ImportRefusal {
  message: string;
  lines: readonly { path: string; message: string }[];
  /** Why a restore point has to be taken first; `null` where that is not the reason. */
  restorePointReason: string | null;
}

interface Sending {
  address: string;
  file: File;
  options: object;
  onSent: (bytes: number) => void;
  onProgress: (progress: ImportProgress) => void;
  signal: AbortSignal;
}

const UNREACHABLE = "The upload didn't finish, so nothing was imported. Check your connection and try again.";

/** Posts a file, and reports how much of it was sent. `fetch` would not tell. Returns `null` when it was cancelled. */
export function sendFile(sending: Sending): Promise<ImportedRows | ImportRefusal | null> {
  const { address, file, options, onSent, onProgress, signal } = sending;
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    let read = 0;
    let last: unknown = null;
    const readLines = () => {
      const end = request.responseText.lastIndexOf("\n") + 1;
      for (const line of request.responseText.slice(read, end).split("\n")) {
        if (line === "") continue;
        last = JSON.parse(line);
        if (request.status === 200 && !("error" in (last as object))) onProgress(last as ImportProgress);
      }
      read = end;
    };
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onprogress = () => request.status === 200 && readLines();
    request.onload = () => {
      if (request.status === 200) readLines();
      resolve(answerOf(request.status === 200 ? last : asJson(request.responseText)));
    };
    request.onerror = () => resolve({ message: UNREACHABLE, lines: [], restorePointReason: null });
    request.onabort = () => resolve(null);
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", `${address}?${new URLSearchParams({ options: JSON.stringify(options) })}`);
    request.setRequestHeader("Content-Type", "text/csv");
    request.send(file);
  });
}

interface Answer {
  phase?: string;
  error?: { message: string; details?: { path: string; message: string }[] };
}

function answerOf(answer: unknown): ImportedRows | ImportRefusal {
  const { phase, error } = (answer ?? {}) as Answer;
  if (phase === "done") return answer as ImportedRows;
  const details = error?.details ?? [];
  const asked = details.find(({ path }) => path === "restore-point");
  const lines = asked ? [] : details;
  return { message: error?.message ?? UNREACHABLE, lines, restorePointReason: asked?.message ?? null };
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
