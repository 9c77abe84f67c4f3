import type { HeaderReader } from "@/lib/core/header-reader";

/** Reads the header fields of a request without making `Headers` of them, which costs more than all else of a small one. */
export class RawFields implements HeaderReader {
  /** Names are in lower case. */
  readonly fields: [name: string, value: string][] = [];
  readonly #joined = new Map<string, string>();

  /** Names and values alternate, as in `rawHeaders`. Fields of one name are joined, as `Headers` do. */
  constructor(rawHeaders: readonly string[]) {
    for (let index = 0; index < rawHeaders.length; index += 2) {
      const name = (rawHeaders[index] ?? "").toLowerCase();
      const value = rawHeaders[index + 1] ?? "";
      const before = this.#joined.get(name);
      this.fields.push([name, value]);
      this.#joined.set(name, before === undefined ? value : `${before}${name === "cookie" ? "; " : ", "}${value}`);
    }
  }

  get(name: string): string | null {
    return this.#joined.get(name) ?? this.#joined.get(name.toLowerCase()) ?? null;
  }

  has(name: string): boolean {
    return this.get(name) !== null;
  }

  [Symbol.iterator](): Iterator<[name: string, value: string]> {
    return this.#joined.entries();
  }
}
