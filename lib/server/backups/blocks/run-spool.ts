import { mkdir, open, readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { codeOf } from "@/lib/core/error-code";

const RECORD_BYTES = 16;
const BUFFER_BYTES = 64 * 1024;

/** A part of a volume, and the place in a file to which its blocks belong. */
export interface Target {
  block: number;
  count: number;
  file: number;
  position: number;
}

/** Sorts the targets of all files by volume, in a file for each volume: they may be more than fit into memory. */
export class RunSpool {
  readonly #folder: string;
  readonly #pending = new Map<number, { bytes: Buffer; end: number }>();

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Lets `work` use a spool in a folder of its own, which goes at the end. */
  static async with(folder: string, work: (spool: RunSpool) => Promise<void>): Promise<void> {
    await mkdir(folder, { mode: 0o700 });
    try {
      await work(new RunSpool(folder));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  async add(volume: number, { block, count, file, position }: Target): Promise<void> {
    const pending = this.#pending.get(volume) ?? { bytes: Buffer.allocUnsafe(BUFFER_BYTES), end: 0 };
    this.#pending.set(volume, pending);
    for (const number of [block, count, file, position]) pending.end = pending.bytes.writeUInt32BE(number, pending.end);
    if (pending.end === BUFFER_BYTES) await this.#flush(volume, pending);
  }

  /** Returns the targets of a volume by their blocks. */
  async take(volume: number): Promise<Target[]> {
    const pending = this.#pending.get(volume);
    const left = pending?.bytes.subarray(0, pending.end) ?? Buffer.alloc(0);
    this.#pending.delete(volume);
    const written = await readFile(this.#fileOf(volume)).catch((error) => {
      if (codeOf(error) === "ENOENT") return Buffer.alloc(0);
      throw error;
    });
    const targets: Target[] = [];
    for (const bytes of [written, left]) {
      for (let at = 0; at < bytes.length; at += RECORD_BYTES) {
        const [block, count] = [bytes.readUInt32BE(at), bytes.readUInt32BE(at + 4)];
        targets.push({ block, count, file: bytes.readUInt32BE(at + 8), position: bytes.readUInt32BE(at + 12) });
      }
    }
    return targets.sort((one, other) => one.block - other.block);
  }

  async #flush(volume: number, pending: { bytes: Buffer; end: number }): Promise<void> {
    const file = await open(this.#fileOf(volume), "a", 0o600);
    await file.writeFile(pending.bytes.subarray(0, pending.end)).finally(() => file.close());
    pending.end = 0;
  }

  #fileOf(volume: number): string {
    return join(this.#folder, String(volume));
  }
}
