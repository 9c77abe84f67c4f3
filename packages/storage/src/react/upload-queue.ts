import type { Bucket } from "../bucket";
import type { StorageError } from "../storage-error";
import type { UploadOptions } from "../upload";
import type { StoredObject } from "../wire";

/**
 * The state of an upload.
 *
 * @example
 * const isOver = (state: UploadState) => state !== "waiting" && state !== "uploading";
 */
export type UploadState = "waiting" | "uploading" | "done" | "failed" | "cancelled";

/**
 * One file on its way, or at its end.
 *
 * @example
 * const describe = ({ file, state, progress }: UploadItem) => `${file.name}: ${state}, ${Math.round(progress * 100)} %`;
 */
export interface UploadItem {
  id: string;
  file: File;
  key: string;
  state: UploadState;
  /** From 0 to 1. */
  progress: number;
  /** The object, once it is stored. */
  result: StoredObject | null;
  /** Why it failed. */
  error: StorageError | null;
}

export interface QueueOptions extends Omit<UploadOptions, "onProgress" | "signal"> {
  toKey: (file: File) => string;
  concurrency: number;
  onUploaded: ((object: StoredObject, file: File) => void) | undefined;
}

export const NO_ITEMS: readonly UploadItem[] = [];

/** Uploads files to a bucket, a few at once, and tells its listeners of every change. */
export class UploadQueue {
  #items = NO_ITEMS;
  #bucket: Bucket;
  #options: QueueOptions;
  #count = 0;
  readonly #listeners = new Set<() => void>();
  readonly #running = new Map<string, AbortController>();

  constructor(bucket: Bucket, options: QueueOptions) {
    this.#bucket = bucket;
    this.#options = options;
  }

  /** Takes effect for uploads that start later. */
  configure(bucket: Bucket, options: QueueOptions): void {
    this.#bucket = bucket;
    this.#options = options;
  }

  readonly items = (): readonly UploadItem[] => this.#items;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly add = (files: Iterable<File>): void => {
    const added = [...files].map((file): UploadItem => {
      this.#count += 1;
      const key = this.#options.toKey(file);
      return { id: String(this.#count), file, key, state: "waiting", progress: 0, result: null, error: null };
    });
    this.#set([...this.#items, ...added]);
    this.#startNext();
  };

  readonly cancel = (id: string): void => {
    const item = this.#find(id);
    if (item?.state !== "waiting" && item?.state !== "uploading") return;
    this.#change(id, { state: "cancelled" });
    this.#running.get(id)?.abort();
    this.#startNext();
  };

  readonly retry = (id: string): void => {
    const item = this.#find(id);
    if (item?.state !== "failed" && item?.state !== "cancelled") return;
    this.#change(id, { state: "waiting", progress: 0, error: null });
    this.#startNext();
  };

  readonly remove = (id: string): void => {
    this.cancel(id);
    this.#set(this.#items.filter((item) => item.id !== id));
  };

  readonly cancelAll = (): void => {
    for (const { id } of this.#items) this.cancel(id);
  };

  #startNext(): void {
    for (const item of this.#items) {
      if (this.#running.size >= this.#options.concurrency) return;
      if (item.state === "waiting" && !this.#running.has(item.id)) void this.#upload(item);
    }
  }

  async #upload({ id, file, key }: UploadItem): Promise<void> {
    const controller = new AbortController();
    this.#running.set(id, controller);
    this.#change(id, { state: "uploading" });
    const { toKey: _, concurrency: __, onUploaded, ...options } = this.#options;
    const { signal } = controller;
    let change: Partial<UploadItem>;
    try {
      const result = await this.#bucket.upload(key, file, {
        ...{ ...options, signal },
        onProgress: ({ sentBytes, totalBytes }) => {
          if (!signal.aborted) this.#change(id, { progress: totalBytes === 0 ? 1 : sentBytes / totalBytes });
        },
      });
      change = { state: "done", progress: 1, result };
    } catch (error) {
      change = { state: "failed", error: error as StorageError };
    }
    this.#running.delete(id);
    if (!signal.aborted) this.#change(id, change);
    this.#startNext();
    if (!signal.aborted && change.result) onUploaded?.(change.result, file);
  }

  #find(id: string): UploadItem | undefined {
    return this.#items.find((item) => item.id === id);
  }

  #change(id: string, change: Partial<UploadItem>): void {
    this.#set(this.#items.map((item) => (item.id === id ? { ...item, ...change } : item)));
  }

  #set(items: readonly UploadItem[]): void {
    this.#items = items;
    for (const listener of this.#listeners) listener();
  }
}
