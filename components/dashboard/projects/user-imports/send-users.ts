import type { ExistingRule, ImportSource, UserImport } from "@/lib/sign-in/user-imports/resource";

/** The password hash parameters of a Firebase project. */
export interface HashParameters {
  signerKey: string;
  saltSeparator: string;
  rounds: number;
  memCost: number;
}

export interface ImportOptions {
  /** `null` where the file itself is to show it. */
  source: ImportSource | null;
  existing: ExistingRule;
  sendsEvents: boolean;
  isDryRun: boolean;
  fileName: string;
  hashParameters: HashParameters | null;
}

interface Sending {
  address: string;
  file: File;
  options: ImportOptions;
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

const UNREACHABLE = "The upload didn't finish, so nothing was imported. Check your connection and try again.";

/** Posts a file behind a line of options, and reports how much was sent. Returns `null` when it was cancelled. */
export function sendUsers(sending: Sending): Promise<UserImport | { message: string } | null> {
  const { address, file, options, onSent, signal } = sending;
  const request = new XMLHttpRequest();
  return new Promise((resolve) => {
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size));
    request.onload = () => resolve(answerOf(request));
    request.onerror = () => resolve({ message: UNREACHABLE });
    request.onabort = () => resolve(null);
    signal.addEventListener("abort", () => request.abort());
    request.open("POST", address);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.send(new Blob([`${JSON.stringify(options)}\n`, file]));
  });
}

function answerOf({ status, responseText }: XMLHttpRequest): UserImport | { message: string } {
  try {
    const answer = JSON.parse(responseText);
    return status === 200 ? answer : { message: answer.error.message };
  } catch {
    return { message: UNREACHABLE };
  }
}
