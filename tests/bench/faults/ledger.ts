/** A database as its client knows it: acknowledged writes must be there at the end. */
export interface Entry {
  id: string;
  name: string;
  /** `null` while it is not known. */
  connectionString: string | null;
  /** Rotates begun; a secret revealed while the number changes says nothing. */
  rotates: number;
  /** After a rotate without an answer the old string and a new one are both right, until the next rotate. */
  isStringUncertain: boolean;
  /** `asked` from a delete without an answer on: both are right then, until it is repeated. */
  deletion: "no" | "asked" | "done";
  /** The ids of rows whose commit was acknowledged. */
  rows: Set<number>;
  /** The rows that a restore point must hold, by its id. */
  points: Map<string, ReadonlySet<number>>;
  /** Operations at work; one that needs the database to itself counts as `-1`. */
  users: number;
}

/** The memory of a campaign's clients. Rows of all databases are numbered together. */
export class Ledger {
  readonly entries: Entry[] = [];
  #lastRow = 0;

  add(id: string, name: string, rows: ReadonlySet<number> = new Set()): Entry {
    const string = { connectionString: null, rotates: 0, isStringUncertain: false };
    const rest = { ...string, deletion: "no" as const, points: new Map(), users: 0 };
    const entry: Entry = { id, name, rows: new Set(rows), ...rest };
    this.entries.push(entry);
    return entry;
  }

  nextRow(): number {
    this.#lastRow += 1;
    return this.#lastRow;
  }

  get present(): Entry[] {
    return this.entries.filter(({ deletion }) => deletion === "no");
  }

  /** Runs work that others may do beside it, such as a branch of the database. */
  async share<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
    entry.users += 1;
    try {
      return await work();
    } finally {
      entry.users -= 1;
    }
  }

  /** Runs work after which rows or the connection string are others; the entry must be idle. */
  async alone<T>(entry: Entry, work: () => Promise<T>): Promise<T> {
    entry.users = -1;
    try {
      return await work();
    } finally {
      entry.users = 0;
    }
  }
}
