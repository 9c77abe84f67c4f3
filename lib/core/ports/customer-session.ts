/** `typeName` is as Postgres writes it, such as `numeric(10,2)`. */
export interface ResultColumn {
  name: string;
  typeOid: number;
  typeName: string;
}

export interface StatementResult {
  /** The command tag has no count, such as `UPDATE`; it is empty for a result that was cut off. */
  command: string;
  columns: ResultColumn[];
  /** Values are in Postgres' text format. */
  rows: (string | null)[][];
  rowCount: number | null;
  notices: string[];
  isTruncated: boolean;
  /** What the rows count against the limit of characters. */
  characters: number;
}

/**
 * Without limits a result is kept whole, which is for statements that bound it themselves. Rows beyond the limits stay on
 * the server, which works only inside an explicit transaction.
 */
export interface ResultLimits {
  maxRows: number;
  /** Each row and each value counts 8, and a value its UTF-16 units besides. */
  maxCharacters: number;
  /** The statement runs to its end, wherever it runs, and the rows beyond the limits are dropped as they come. */
  runsToEnd?: boolean;
}

/** Sends one statement per message as the customer's own role. Throws `StatementError` or `HostUnavailableError`. */
export interface CustomerSession {
  query(text: string, values?: readonly (string | null)[], limits?: ResultLimits): Promise<StatementResult>;
  /** Runs `COPY … TO STDOUT`, no faster than `write` takes its bytes. When `write` fails, the session is lost. */
  copyOut(text: string, write: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** Runs `COPY … FROM STDIN` and returns its rows. What the source throws fails the statement, and is thrown. */
  copyIn(text: string, source: AsyncIterable<Uint8Array>, onNotice: (message: string) => void): Promise<number>;
  close(): Promise<void>;
}

export interface CustomerSessionOptions {
  /** The name is printable ASCII of at most 63 characters. */
  applicationName: string;
  statementTimeoutMs: number;
  /** These run-time settings override what the role or the database has been set to. */
  settings: Readonly<Record<string, string>>;
}

export class StatementError extends Error {
  /** The host's adapter and the pages each have their own copy of this class, so only its name is equal. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Error[Symbol.hasInstance](value) && (value as Error).name === "StatementError";
  }

  /** The code is `null` when the service ended the statement because its result is too large. */
  readonly sqlState: string | null;
  readonly detail: string | null;
  readonly hint: string | null;
  /** Where it happened, such as `COPY orders, line 4, column price: "abc"`. */
  readonly context: string | null;
  /** The position is a UTF-16 offset in the text that was sent. */
  readonly position: number | null;

  constructor(
    message: string,
    facts: { sqlState: string | null } & Partial<Pick<StatementError, "detail" | "hint" | "context" | "position">>,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "StatementError";
    this.sqlState = facts.sqlState;
    this.detail = facts.detail ?? null;
    this.hint = facts.hint ?? null;
    this.context = facts.context ?? null;
    this.position = facts.position ?? null;
  }
}
