/** Texts that this browser keeps, by name. What it will not keep, for want of room or leave, lives as long as the page. */
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

  /** `null` forgets it. */
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
