import { closeSync, fstatSync, openSync, renameSync, writeSync } from "node:fs";

/** A log file of at most `maxBytes` and one older file of that size, so that customers' errors cannot fill the disk. */
export class BoundedLog {
  readonly path: string;
  readonly #maxBytes: number;
  #descriptor: number;
  #size: number;

  constructor(path: string, maxBytes: number) {
    this.path = path;
    this.#maxBytes = maxBytes;
    this.#descriptor = openSync(path, "a", 0o600);
    this.#size = fstatSync(this.#descriptor).size;
  }

  write(chunk: Buffer): void {
    try {
      if (this.#size + chunk.length > this.#maxBytes) this.#rotate();
      this.#size += writeSync(this.#descriptor, chunk);
    } catch {
      // The process that watches the cluster goes on when the disk is too full for the log.
    }
  }

  close(): void {
    closeSync(this.#descriptor);
  }

  #rotate(): void {
    renameSync(this.path, `${this.path}.1`);
    closeSync(this.#descriptor);
    this.#descriptor = openSync(this.path, "a", 0o600);
    this.#size = 0;
  }
}
