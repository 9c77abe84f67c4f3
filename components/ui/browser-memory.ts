/** The browser's places for texts: for all windows, or for one window as long as it is open. */
type Area = "localStorage" | "sessionStorage";

/**
 * Keeps texts in the browser by name. A text that the browser does not store is kept as long as the page is open. All
 * windows share the kept data: a writer changes the present value, and hears the writes of other windows.
 */
export class BrowserMemory {
  readonly #prefix: string;
  readonly #area: Area;
  readonly #unkept = new Map<string, string>();
  readonly #listeners = new Set<(name: string) => void>();

  constructor(prefix: string, area: Area = "localStorage") {
    this.#prefix = prefix;
    this.#area = area;
  }

  read(name: string): string | null {
    const unkept = this.#unkept.get(name);
    if (unkept !== undefined) return unkept;
    try {
      return globalThis[this.#area].getItem(this.#prefix + name);
    } catch {
      return null;
    }
  }

  /** Stores a text; `null` deletes it. */
  write(name: string, text: string | null): void {
    this.#unkept.delete(name);
    try {
      if (text === null) globalThis[this.#area].removeItem(this.#prefix + name);
      else globalThis[this.#area].setItem(this.#prefix + name, text);
    } catch {
      if (text !== null) this.#unkept.set(name, text);
    }
    for (const listener of this.#listeners) listener(name);
  }

  /** Calls `heard` with the name of the entry that another window has written. Returns a function that ends that. */
  hear(heard: (name: string) => void): () => void {
    if (typeof window === "undefined") return () => undefined;
    const listen = ({ key }: StorageEvent) => {
      if (!key?.startsWith(this.#prefix)) return;
      const name = key.slice(this.#prefix.length);
      this.#unkept.delete(name);
      heard(name);
    };
    window.addEventListener("storage", listen);
    return () => window.removeEventListener("storage", listen);
  }

  /**
   * Calls `changed` with the name of the entry that this or another window has written. Returns a function that ends
   * that.
   */
  subscribe(changed: (name: string) => void): () => void {
    this.#listeners.add(changed);
    const end = this.hear(changed);
    return () => {
      this.#listeners.delete(changed);
      end();
    };
  }
}
