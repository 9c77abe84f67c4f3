/** A mark that all processes of an installation share, which is another one after each write to the control plane. */
export interface ChangeMark {
  /** Returns the present mark; `null` if it can't be read. */
  read(): bigint | null;
  /** Called as soon as a write may have been committed, and before anybody is told that it was. */
  renew(): Promise<void> | void;
}

/** In milliseconds. A writer that can't renew the mark waits as long, and is right after that, too. */
export const KNOWN_MS = 1_000;
const MAX_ROWS = 10_000;

/** Rows that were read since the last write to the control plane, for a second at most. Without a mark it has none. */
export class KnownRows<Row> {
  readonly #changes: ChangeMark | null;
  #mark: bigint | null = null;
  #since = 0;
  #rows = new Map<string, Row>();

  constructor(changes: ChangeMark | null) {
    this.#changes = changes;
  }

  get(name: string): Row | undefined {
    return this.#changes === null ? undefined : this.#current()?.get(name);
  }

  /** Returns a function that keeps rows which are read from now on; those read before a write are never found again. */
  keeper(): (name: string, row: Row) => void {
    const rows = this.#current();
    return (name, row) => {
      if (rows !== null && rows.size < MAX_ROWS) rows.set(name, row);
    };
  }

  #current(): Map<string, Row> | null {
    const mark = this.#changes?.read() ?? null;
    if (mark === null) return null;
    const now = performance.now();
    if (mark !== this.#mark || now - this.#since >= KNOWN_MS) {
      this.#rows = new Map();
      this.#mark = mark;
      this.#since = now;
    }
    return this.#rows;
  }
}
