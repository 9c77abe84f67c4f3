import type { Stats } from "node:fs";
import { Transform } from "node:stream";
import { LRUCache } from "lru-cache";
import { type Inspected, Inspection } from "./inspect";

const MAX_UPLOADS = 10_000;

type FileFacts = Pick<Stats, "size" | "mtimeMs">;

/** The findings about the bytes of an upload that came through this process, in their order. */
export class RunningInspection {
  readonly #bytes = new Inspection();
  #file: FileFacts = { size: 0, mtimeMs: 0 };

  /** Returns a stream that lets bytes through. */
  observe(): Transform {
    return new Transform({
      transform: (chunk: Buffer, _, callback) => {
        this.#bytes.add(chunk);
        callback(null, chunk);
      },
    });
  }

  /** Remembers the file as it is when the bytes seen have been written. */
  wrote({ size, mtimeMs }: FileFacts): void {
    this.#file = { size, mtimeMs };
  }

  /** Returns whether the file has the bytes that were seen: all of them, no others, written by nobody else. */
  isOf({ size, mtimeMs }: FileFacts): boolean {
    return size === this.#bytes.size && size === this.#file.size && mtimeMs === this.#file.mtimeMs;
  }

  result(): Inspected {
    return this.#bytes.result();
  }
}

const running = new LRUCache<string, RunningInspection>({ max: MAX_UPLOADS });

/** Returns a new inspection for an upload that begins, and the one so far for one that goes on behind its bytes. */
export function continueInspection(uploadId: string, file: FileFacts | null): RunningInspection | null {
  const known = file === null ? new RunningInspection() : running.get(uploadId);
  const inspection = known && (file === null || known.isOf(file)) ? known : null;
  if (inspection) running.set(uploadId, inspection);
  else running.delete(uploadId);
  return inspection;
}

/** Returns the known facts about the bytes in a file; `null` where they must be read. */
export function endInspection(uploadId: string, file: FileFacts): Inspected | null {
  const known = running.get(uploadId);
  running.delete(uploadId);
  return known?.isOf(file) ? known.result() : null;
}
