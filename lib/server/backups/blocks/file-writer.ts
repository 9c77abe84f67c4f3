import { closeSync, openSync, write, writeSync } from "node:fs";
import { promisify } from "node:util";

const MOST_OPEN = 256;
/** So many bytes are in the system's memory sooner than another thread would have them. */
const FEW_BYTES = 64 * 1024;
const writeBeside = promisify(write);

/** Writes into places of many files, of which the last used stay open. */
export class FileWriter {
  readonly #paths: string[] = [];
  readonly #open = new Map<number, number>();

  /** Returns the number by which a file, which exists, is written. */
  add(path: string): number {
    return this.#paths.push(path) - 1;
  }

  async write(file: number, bytes: Buffer, at: number): Promise<void> {
    const fd = this.#descriptorOf(file);
    for (let done = 0; done < bytes.length; ) {
      const left = bytes.length - done;
      done +=
        left <= FEW_BYTES
          ? writeSync(fd, bytes, done, left, at + done)
          : (await writeBeside(fd, bytes, done, left, at + done)).bytesWritten;
    }
  }

  close(): void {
    for (const fd of this.#open.values()) closeSync(fd);
    this.#open.clear();
  }

  #descriptorOf(file: number): number {
    const found = this.#open.get(file);
    this.#open.delete(file);
    const fd = found ?? openSync(this.#paths[file] ?? "", "r+");
    // The last in the map's order is the last used.
    this.#open.set(file, fd);
    const [oldest] = this.#open;
    if (this.#open.size > MOST_OPEN && oldest) {
      this.#open.delete(oldest[0]);
      closeSync(oldest[1]);
    }
    return fd;
  }
}
