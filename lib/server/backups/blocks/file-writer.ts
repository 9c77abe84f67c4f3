import { type FileHandle, open } from "node:fs/promises";

const MOST_OPEN = 256;

/** Writes into places of many files, of which the last used stay open. */
export class FileWriter {
  readonly #paths: string[] = [];
  readonly #open = new Map<number, FileHandle>();

  /** Returns the number by which a file, which exists, is written. */
  add(path: string): number {
    return this.#paths.push(path) - 1;
  }

  async write(file: number, bytes: Buffer, at: number): Promise<void> {
    const handle = await this.#handleOf(file);
    for (let done = 0; done < bytes.length; ) {
      done += (await handle.write(bytes, done, bytes.length - done, at + done)).bytesWritten;
    }
  }

  async close(): Promise<void> {
    const handles = [...this.#open.values()];
    this.#open.clear();
    for (const handle of handles) await handle.close();
  }

  async #handleOf(file: number): Promise<FileHandle> {
    const found = this.#open.get(file);
    this.#open.delete(file);
    const handle = found ?? (await open(this.#paths[file] ?? "", "r+"));
    // The last in the map's order is the last used.
    this.#open.set(file, handle);
    const [oldest] = this.#open;
    if (this.#open.size > MOST_OPEN && oldest) {
      this.#open.delete(oldest[0]);
      await oldest[1].close();
    }
    return handle;
  }
}
