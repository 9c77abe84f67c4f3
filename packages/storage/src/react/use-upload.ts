"use client";

import { useEffect, useState, useSyncExternalStore } from "react";
import type { Bucket } from "../bucket";
import type { UploadOptions } from "../upload";
import type { StoredObject } from "../wire";
import { NO_ITEMS, type QueueOptions, type UploadItem, UploadQueue } from "./upload-queue";

/**
 * The options by which a component uploads files.
 *
 * @example
 * const options: UseUploadOptions = { toKey: (file) => `users/${userId}/${file.name}` };
 */
export interface UseUploadOptions extends Omit<UploadOptions, "onProgress" | "signal"> {
  /** Names the object of a file: by default the file's own name. */
  toKey?: (file: File) => string;
  /** The number of files that are uploaded at the same time: 3 by default. */
  concurrency?: number;
  /** Called for each file when its object is stored. */
  onUploaded?: (object: StoredObject, file: File) => void;
}

/**
 * The uploads of a component, and its actions on them. The functions stay the same.
 *
 * @example
 * const hasWork = ({ items }: Uploads) => items.some(({ state }) => state === "uploading");
 */
export interface Uploads {
  /** In the order in which they were added. */
  items: readonly UploadItem[];
  /** Uploads files, such as those of an input or of a drop. */
  add: (files: Iterable<File>) => void;
  /** Gives an upload up. */
  cancel: (id: string) => void;
  /** Starts one that failed or was cancelled again; the part of a large file that has arrived is not sent again. */
  retry: (id: string) => void;
  /** Takes one out of the list, and gives it up if it is under way. */
  remove: (id: string) => void;
}

/**
 * Uploads files to a bucket, and says how far each one is. Uploads that are under way are given up when the component
 * goes away.
 *
 * @example
 * const { items, add, cancel, retry } = useUpload(storage.bucket("inbox"));
 * return <input type="file" multiple onChange={(event) => add(event.target.files ?? [])} />;
 */
export function useUpload(bucket: Bucket, options: UseUploadOptions = {}): Uploads {
  const complete = completed(options);
  const [queue] = useState(() => new UploadQueue(bucket, complete));
  useEffect(() => queue.configure(bucket, complete));
  useEffect(() => queue.cancelAll, [queue]);
  const items = useSyncExternalStore(queue.subscribe, queue.items, () => NO_ITEMS);
  const { add, cancel, retry, remove } = queue;
  return { items, add, cancel, retry, remove };
}

function completed({ toKey, concurrency = 3, onUploaded, ...rest }: UseUploadOptions): QueueOptions {
  return { ...rest, toKey: toKey ?? ((file) => file.name), concurrency, onUploaded };
}
