/** Keeps texts in the browser by name. A text that the browser does not store is kept as long as the page is open. */
export class BrowserMemory {
  readonly #prefix: string;
  readonly #unkept = new Map<string, string>();

  constructor(prefix: string) {
    this.#prefix = prefix;
  }

  read(name: string): string | null {
    const unkept = this.#unkept.get(name);
    if (unkept !== undefined) return unkept;
    try {
      return localStorage.getItem(this.#prefix + name);
    } catch {
      return null;
    }
  }

  /** Stores a text; `null` deletes it. */
  write(name: string, text: string | null): void {
    this.#unkept.delete(name);
    try {
      if (text === null) localStorage.removeItem(this.#prefix + name);
      else localStorage.setItem(this.#prefix + name, text);
    } catch {
      if (text !== null) this.#unkept.set(name, text);
    }
  }
}
