import type { Upload } from "tus-js-client";

export interface Sending {
  /** The address at which the dashboard takes room for the file. */
  address: string;
  key: string;
  file: File;
  /** Whether an object that the key has already is replaced. */
  replaces: boolean;
  onSent: (bytes: number) => void;
  signal: AbortSignal;
}

export interface UploadRefusal {
  message: string;
  /** Whether the key has an object already. */
  isTaken: boolean;
  /** When to ask again, where too much was asked for. */
  retryAfterSeconds: number | null;
}

/** Each request brings as much: as a proxy lets through, and as is worth sending again when a connection breaks. */
const CHUNK_BYTES = 8 * 1024 ** 2;
const RETRY_MS = [0, 1_000, 3_000, 5_000, 10_000];
const UNREACHABLE = "The upload didn't finish. Check your connection and try again.";

/** Sends a file straight to the content site by tus. Returns `null` when it is done or was cancelled. */
export async function sendUpload(sending: Sending): Promise<UploadRefusal | null> {
  const { signal } = sending;
  try {
    const begun = await begin(sending);
    if ("message" in begun) return begun;
    const { Upload } = await import("tus-js-client");
    if (signal.aborted) {
      giveUp(begun.url);
      return null;
    }
    return await transfer(Upload, begun.url, sending);
  } catch {
    return signal.aborted ? null : refusal(UNREACHABLE);
  }
}

/** It isn't aborted: without the answer nobody could give back the room that the service took. */
async function begin({ address, key, file, replaces }: Sending): Promise<{ url: string } | UploadRefusal> {
  const body = {
    ...{ key, size: file.size },
    ...(file.type && { contentType: file.type }),
    ...(!replaces && { ifNoneMatch: "*" }),
  };
  const response = await fetch(address, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
  const answer = await response.json();
  if (response.ok) return answer as { url: string };
  const { code, message } = answer.error as { code: string; message: string };
  const retryAfterSeconds = code === "rate_limited" ? Number(response.headers.get("Retry-After")) || 1 : null;
  return { message, isTaken: code === "precondition_failed", retryAfterSeconds };
}

function transfer(Tus: typeof Upload, uploadUrl: string, sending: Sending): Promise<UploadRefusal | null> {
  const { file, onSent, signal } = sending;
  return new Promise((resolve) => {
    const upload = new Tus(file, {
      uploadUrl,
      chunkSize: CHUNK_BYTES,
      retryDelays: RETRY_MS,
      storeFingerprintForResuming: false,
      onProgress: onSent,
      onSuccess: () => resolve(null),
      onError: (error) => resolve(refusal(messageOf(error))),
    });
    const cancel = () => {
      void upload.abort().then(() => giveUp(uploadUrl));
      resolve(null);
    };
    signal.addEventListener("abort", cancel, { once: true });
    upload.start();
  });
}

/** The content site says in the envelope of the API why it refuses. */
function messageOf(error: unknown): string {
  const { originalResponse } = error as { originalResponse?: { getBody(): string } | null };
  try {
    return JSON.parse(originalResponse?.getBody() ?? "").error.message as string;
  } catch {
    return UNREACHABLE;
  }
}

function refusal(message: string): UploadRefusal {
  return { message, isTaken: false, retryAfterSeconds: null };
}

/** Gives back the room that was taken for an upload, even while its page is left. Without a connection, it is free within a day. */
function giveUp(uploadUrl: string): void {
  const headers = { "Tus-Resumable": "1.0.0" };
  void fetch(uploadUrl, { method: "DELETE", headers, keepalive: true }).catch(() => undefined);
}
