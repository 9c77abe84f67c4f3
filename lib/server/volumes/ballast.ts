import { randomBytes } from "node:crypto";
import { closeSync, ftruncateSync, openSync, rmSync, statSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileSystemOf } from "../data-folder/file-system";
import { reserveOf } from "../host-guard/observe/volumes";

const MIB = 1024 ** 2;
const STEP_BYTES = 8 * MIB;
/** Leaves the disk to others between two steps. */
const STEP_PAUSE_MILLISECONDS = 100;
/** Two database servers need a segment or two of their logs, of 16 MB each, before they accept a connection. */
const LEAST_RELEASE_BYTES = 64 * MIB;

const LARGEST_SHARE = 0.15;

export interface BallastSize {
  /** The share of the file system. */
  share: number;
  /** Taken of small file systems, but never more than a larger share of them. */
  leastBytes: number;
  mostBytes: number;
}

/**
 * A file that takes space so that it can be given up when the disk is full. It is written, because a file that is only
 * allocated takes no blocks of the disk below a volume. Each release gives up half of it, so that some is left for the
 * next full disk.
 */
export class Ballast {
  readonly path: string;
  readonly #size: BallastSize;
  #releases = 0;

  constructor(path: string, size: BallastSize) {
    this.path = path;
    this.#size = size;
  }

  get device(): number {
    return fileSystemOf(dirname(this.path)).device;
  }

  get freeBytes(): number {
    return fileSystemOf(dirname(this.path)).freeBytes;
  }

  get heldBytes(): number {
    return statSync(this.path, { throwIfNoEntry: false })?.size ?? 0;
  }

  get wantedBytes(): number {
    const { share, leastBytes, mostBytes } = this.#size;
    const { totalBytes } = fileSystemOf(dirname(this.path));
    const least = Math.min(leastBytes, totalBytes * LARGEST_SHARE);
    return Math.floor(Math.min(mostBytes, Math.max(least, totalBytes * share)) / MIB) * MIB;
  }

  /** Gives up half of the held space, and all of a small rest. Returns how many bytes became free. */
  release(): number {
    this.#releases += 1;
    const held = this.heldBytes;
    const given = Math.max(Math.ceil(held / 2), LEAST_RELEASE_BYTES);
    if (given >= held) rmSync(this.path, { force: true });
    else this.#shrink(held - given);
    return Math.min(given, held);
  }

  /**
   * Makes the missing parts if as much as the whole ballast stays free, and the space that the guard of the host keeps
   * free. Ends early when `signal` is aborted.
   */
  async refill(signal: AbortSignal): Promise<void> {
    const wanted = this.wantedBytes;
    const staysFree = Math.max(wanted, reserveOf(fileSystemOf(dirname(this.path)).totalBytes));
    if (this.heldBytes >= wanted || this.freeBytes < wanted - this.heldBytes + staysFree) return;
    const before = this.#releases;
    const file = await open(this.path, "a", 0o600);
    try {
      while (this.#releases === before && this.heldBytes < wanted && this.freeBytes > staysFree) {
        await file.writeFile(randomBytes(Math.min(STEP_BYTES, wanted - this.heldBytes)));
        await file.datasync();
        await delay(STEP_PAUSE_MILLISECONDS, undefined, { signal });
      }
    } catch (error) {
      const code = error instanceof Error && "code" in error ? error.code : undefined;
      if (!signal.aborted && code !== "ENOSPC" && code !== "EDQUOT") throw error;
    } finally {
      await file.close();
    }
  }

  #shrink(bytes: number): void {
    const file = openSync(this.path, "r+");
    try {
      ftruncateSync(file, bytes);
    } finally {
      closeSync(file);
    }
  }
}
