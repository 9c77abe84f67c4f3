import type { Connection } from "./connection";
import { giveUp } from "./give-up";
import { normalize } from "./object-path";
import { send } from "./send";
import type { BegunUpload, StoredObject } from "./wire";

/**
 * The bytes that can be stored: a file that someone chose, or bytes or text that a program made.
 *
 * @example
 * const csv: FileBytes = "name,age\nAda,36\n";
 */
export type FileBytes = Blob | ArrayBuffer | Uint8Array<ArrayBuffer> | string;

/**
 * The progress of an upload.
 *
 * @example
 * const percent = ({ sentBytes, totalBytes }: UploadProgress) => Math.round((100 * sentBytes) / totalBytes);
 */
export interface UploadProgress {
  sentBytes: number;
  totalBytes: number;
}

/**
 * The options by which an object is stored.
 *
 * @example
 * const options: UploadOptions = { onProgress: show, signal: controller.signal, ifNoneMatch: "*" };
 */
export interface UploadOptions {
  onProgress?: (progress: UploadProgress) => void;
  /** Gives the upload up, and its room back. */
  signal?: AbortSignal;
  /** The media type: by default the file's own; without one, the service tells it from the bytes. */
  contentType?: string;
  /** The coding that the bytes are in already, and are given back in. */
  contentEncoding?: "gzip" | "br" | "zstd";
  /** Texts of your own, 2 kB at most. */
  metadata?: Record<string, string>;
  /** With `*`, only where the key has no object; else `precondition_failed`. */
  ifNoneMatch?: "*";
  /** Uploads a small file so that it can resume too. */
  resumable?: boolean;
}

/** An object that is to be. `path` throws `invalid_key`. */
export interface UploadTarget {
  bucket: string;
  key: string;
  path: () => string;
}

/** The largest size that the service takes in one request. */
export const SMALL_BYTES = 6 * 1024 ** 2;

export async function uploadObject(
  connection: Connection,
  { bucket, key, path }: UploadTarget,
  file: FileBytes,
  options: UploadOptions,
): Promise<StoredObject> {
  const objectPath = path();
  const body = file instanceof Blob ? file : new Blob([file]);
  const { signal, metadata, ifNoneMatch, contentEncoding } = options;
  const contentType = options.contentType ?? (body.type || undefined);
  const onSent = progressOf(body.size, options);
  const json = { bucket, key: normalize(key), size: body.size, contentType, contentEncoding, metadata, ifNoneMatch };
  const begin = async () => {
    signal?.throwIfAborted();
    // Without the answer nobody could give back the room that the service took.
    const { upload } = await connection.ask<{ upload: BegunUpload }>({ method: "POST", path: "/uploads", json });
    if (signal?.aborted) giveUp(upload.url);
    signal?.throwIfAborted();
    return upload;
  };
  if (options.resumable || body.size > SMALL_BYTES) {
    const { uploadInParts } = await import("./upload-in-parts");
    return uploadInParts(connection, { facts: json, begin, body, signal, onSent });
  }
  if (metadata) {
    const { url } = await begin();
    return send({ method: "PUT", url, headers: {}, body, signal, onSent });
  }
  const headers: Record<string, string> = {};
  if (contentType) headers["content-type"] = contentType;
  if (contentEncoding) headers["content-encoding"] = contentEncoding;
  if (ifNoneMatch) headers["if-none-match"] = ifNoneMatch;
  return connection.ask({ method: "PUT", path: objectPath, headers, body, signal, onSent });
}

function progressOf(totalBytes: number, { onProgress }: UploadOptions) {
  return onProgress && ((sentBytes: number) => onProgress({ sentBytes: Math.min(sentBytes, totalBytes), totalBytes }));
}
