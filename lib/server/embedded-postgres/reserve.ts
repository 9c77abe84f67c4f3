import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { byteText } from "@/lib/core/byte-text";
import { describeFullDisk, type Places } from "../data-folder/disk-full";
import { fileSystemOf, fullestOf } from "../data-folder/file-system";
import { Ballast, type BallastSize } from "../volumes/ballast";

const MIB = 1024 ** 2;
const CHECK_MILLISECONDS = 10_000;
/** Below this, a server that has started may fail at the next segment of its log. */
const ROOM_FOR_LOG_BYTES = 48 * MIB;
/** More than the last piece of a ballast that is given up. */
const ROOM_TO_WORK_BYTES = 128 * MIB;

const SIZES = {
  control: { share: 0.01, leastBytes: 32 * MIB, mostBytes: 64 * MIB },
  data: { share: 0.05, leastBytes: 128 * MIB, mostBytes: 512 * MIB },
  wal: { share: 0.01, leastBytes: 64 * MIB, mostBytes: 256 * MIB },
} satisfies Record<string, BallastSize>;

/** Returns the ballast in a folder that belongs to the caller, so that nobody in the cluster can remove it. */
export function ballastIn(folder: string, kind: keyof typeof SIZES): Ballast {
  return new Ballast(join(folder, "ballast"), SIZES[kind]);
}

/** The space that one cluster may give up when a file system that it writes to is full. */
export class Reserve {
  readonly places: Places;
  readonly #ballasts: readonly Ballast[];
  readonly #log: (line: string) => void;

  /** `ballasts` has those to give up first in front. */
  constructor(places: Places, ballasts: readonly Ballast[], log: (line: string) => void) {
    this.places = places;
    this.#ballasts = ballasts;
    this.#log = log;
  }

  /**
   * Returns whether all that was kept is given up and is being used, so that only work that makes room should go on.
   */
  get isSpent(): boolean {
    return this.#ballasts.some(({ heldBytes, freeBytes }) => heldBytes === 0 && freeBytes < ROOM_TO_WORK_BYTES);
  }

  /** Gives up a ballast on the file system that is full, and returns whether there was one. */
  makeRoom(): boolean {
    const { device } = fileSystemOf(fullestOf(this.places));
    const ballast = this.#ballasts.find((candidate) => candidate.heldBytes > 0 && candidate.device === device);
    if (!ballast) return false;
    const sentence = describeFullDisk(this.places);
    const given = byteText(ballast.release());
    this.#log(`${sentence}. The database server continues with ${given} of reserved space.`);
    return true;
  }

  /** Makes room when there is too little for a segment or two of the log, and does nothing otherwise. */
  keepRoom(): void {
    while (fileSystemOf(fullestOf(this.places)).freeBytes < ROOM_FOR_LOG_BYTES && this.makeRoom());
  }
}

/** Fills ballasts, and fills them again when there is room, until `stop`. */
export class BallastKeeper {
  readonly #stopping = new AbortController();
  readonly #ended: Promise<void>;

  /** `afterCheck` is called after each look at the disk. */
  constructor(ballasts: readonly Ballast[], log: (line: string) => void, afterCheck: () => void) {
    this.#ended = this.#keep(ballasts, log, afterCheck);
  }

  async stop(): Promise<void> {
    this.#stopping.abort();
    await this.#ended;
  }

  async #keep(ballasts: readonly Ballast[], log: (line: string) => void, afterCheck: () => void): Promise<void> {
    const { signal } = this.#stopping;
    let lastFailure = "";
    while (!signal.aborted) {
      try {
        for (const ballast of ballasts) await ballast.refill(signal);
        afterCheck();
      } catch (error) {
        const failure = `Couldn't maintain the space reserved for a full disk (${String(error)}).`;
        if (failure !== lastFailure) log(failure);
        lastFailure = failure;
      }
      await delay(CHECK_MILLISECONDS, undefined, { signal }).catch(() => undefined);
    }
  }
}
