import type { DetailedError, FileReader } from "tus-js-client";
import type { Connection } from "./connection";
import { giveUp } from "./give-up";
import { send } from "./send";
import { readRefusal, StorageError, unreachable } from "./storage-error";
import { findUnfinished, forgetUnfinished, keepUnfinished, nameUnfinished } from "./unfinished-uploads";
import type { BegunUpload, StoredObject } from "./wire";

interface Parts {
  /** The facts about the upload for the service. */
  facts: object;
  begin: () => Promise<BegunUpload>;
  body: Blob;
  signal: AbortSignal | undefined;
  onSent: ((bytes: number) => void) | undefined;
}

const PART_BYTES = 8 * 1024 ** 2;
/** Longer than a service takes to start again. They begin anew with each part that arrives. */
const RETRY_DELAYS = [0, 1_000, 3_000, 5_000, 10_000, 20_000, 30_000];

/**
 * Uploads by tus, from the place where an upload of the same file was left. Rejects with `tus_missing` without its
 * client.
 */
export async function uploadInParts(connection: Connection, parts: Parts): Promise<StoredObject> {
  await loadTus();
  const name = nameUnfinished(parts.body, [connection.projectId, await connection.userId(), parts.facts]);
  const known = findUnfinished(name);
  if (known !== null) {
    try {
      return await sendKept(name, known, parts);
    } catch (error) {
      if (!(error instanceof StorageError && (error.status === 404 || error.status === 410))) throw error;
    }
  }
  const begun = await parts.begin();
  keepUnfinished(name, begun);
  return sendKept(name, begun.url, parts);
}

/** Without a connection there may be one later; every other end is the last. */
async function sendKept(name: string | null, url: string, parts: Parts): Promise<StoredObject> {
  try {
    const object = await sendWhileOnline(url, parts);
    forgetUnfinished(name);
    return object;
  } catch (error) {
    if (!(error instanceof StorageError && error.code === "network_error")) forgetUnfinished(name);
    throw error;
  }
}

/** A browser that knows that it is offline says when it is back. */
async function sendWhileOnline(url: string, parts: Parts): Promise<StoredObject> {
  for (;;) {
    try {
      return await sendAll(url, parts);
    } catch (error) {
      if (parts.signal?.aborted || globalThis.navigator?.onLine !== false) throw error;
      await untilOnline(parts.signal);
    }
  }
}

function untilOnline(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const ended = new AbortController();
    const settle = (by: () => void) => {
      ended.abort();
      by();
    };
    globalThis.addEventListener("online", () => settle(resolve), { signal: ended.signal });
    signal?.addEventListener("abort", () => settle(() => reject(signal.reason)), { signal: ended.signal });
  });
}

async function sendAll(url: string, { body, signal, onSent }: Parts): Promise<StoredObject> {
  const { Upload } = await loadTus();
  const ended = new AbortController();
  await new Promise<void>((resolve, reject) => {
    const upload = new Upload(body, {
      ...{ uploadUrl: url, chunkSize: PART_BYTES, retryDelays: RETRY_DELAYS, storeFingerprintForResuming: false },
      ...(typeof XMLHttpRequest === "undefined" ? { fileReader: BLOB_READER } : {}),
      onProgress: (bytes) => onSent?.(bytes),
      onBeforeRequest: () => signal?.throwIfAborted(),
      onShouldRetry: (error) => !signal?.aborted && mayRetry(error),
      onSuccess: () => resolve(),
      onError: (error) => reject(toStorageError(error)),
    });
    const end = () => {
      void upload.abort().then(() => giveUp(url));
      reject(signal?.reason);
    };
    signal?.addEventListener("abort", end, { signal: ended.signal });
    upload.start();
  }).finally(() => ended.abort());
  // Its address tells the state of the upload.
  return send({ method: "GET", url, headers: {}, signal });
}

async function loadTus() {
  try {
    return await import("tus-js-client");
  } catch (cause) {
    throw new StorageError("tus_missing", "Install tus-js-client: uploads that resume need it.", { cause });
  }
}

/** A refusal stands, unless it is of the moment: another request has the upload, or there were too many. */
function mayRetry({ originalResponse }: DetailedError): boolean {
  if (!originalResponse) return globalThis.navigator?.onLine !== false;
  const status = originalResponse.getStatus();
  return status >= 500 || [409, 423, 429].includes(status);
}

function toStorageError(error: Error | DetailedError): StorageError {
  const response = "originalResponse" in error ? error.originalResponse : null;
  if (!response) return unreachable(error);
  return readRefusal(response.getStatus(), response.getBody(), response.getHeader("retry-after") ?? null);
}

/** Outside browsers the client of tus reads no blobs. */
const BLOB_READER: FileReader = {
  openFile: async (blob: Blob) => ({
    size: blob.size,
    async slice(start, end) {
      const bytes = new Uint8Array(await blob.slice(start, end).arrayBuffer());
      return { value: Object.assign(bytes, { size: bytes.byteLength }), done: end >= blob.size };
    },
    close: () => undefined,
  }),
};
