/** `typeName` is as Postgres writes it, such as `numeric(10,2)`. */
export interface ResultColumn {
  name: string;
  typeOid: number;
  typeName: string;
}

/** A column as RowDescription of the wire protocol describes it (PostgreSQL 18, 54.7). */
export interface ResultField {
  name: string;
  tableID: number;
  columnID: number;
  dataTypeID: number;
  dataTypeSize: number;
  dataTypeModifier: number;
}

/** Takes the rows of a result as they arrive. */
export interface RowSink {
  /** Is called once for a statement that returns rows, before the first. An error thrown here ends the session. */
  begin(fields: readonly ResultField[]): void;
  /** The values are in Postgres' text format. An error thrown here ends the session. */
  add(row: (string | null)[]): void;
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
  /** The size of the rows, as it counts against the limit of characters. */
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

/** The end of a statement. The command tag has no count, such as `UPDATE`. */
export interface StatementEnd {
  command: string;
  rowCount: number | null;
}

export interface StreamedStatement {
  text: string;
  values: readonly (string | null)[];
  sink: RowSink;
}

/** Sends one statement per message as the customer's own role. Throws `StatementError` or `HostUnavailableError`. */
export interface CustomerSession {
  query(text: string, values?: readonly (string | null)[], limits?: ResultLimits): Promise<StatementResult>;
  /**
   * Runs one statement to its end and hands its rows on, none of which it keeps. `thenReset` sends the statements that
   * reset the session along, which is faster than `reset` afterwards.
   */
  stream(
    text: string,
    values: readonly (string | null)[],
    sink: RowSink,
    options?: { thenReset: boolean },
  ): Promise<StatementEnd>;
  /**
   * Sends statements of an open transaction at once, for a session with `pipelines`, and returns how each of them ended.
   * None may end the transaction. Behind one that failed, PostgreSQL runs no other. Throws where the session ended.
   */
  streamTogether(statements: readonly StreamedStatement[]): Promise<PromiseSettledResult<StatementEnd>[]>;
  /** Runs `COPY … TO STDOUT`, no faster than `write` takes its bytes. When `write` fails, the session is lost. */
  copyOut(text: string, write: (bytes: Uint8Array) => Promise<void>): Promise<void>;
  /** Runs `COPY … FROM STDIN` and returns its rows. An error of the source fails the statement, and is thrown. */
  copyIn(text: string, source: AsyncIterable<Uint8Array>, onNotice: (message: string) => void): Promise<number>;
  /** Calls `heard` for every notification of a channel (LISTEN), and when the session ends. */
  listen(channel: string, heard: () => void): Promise<void>;
  /** Whether a transaction is open, or has failed and waits for its end. */
  readonly isInTransaction: boolean;
  readonly isOpen: boolean;
  /**
   * Rolls an open transaction back and discards the state that statements left in the session, so that another caller
   * can use it. Does nothing where the last statement's `thenReset` did it.
   */
  reset(): Promise<void>;
  /** Ends the statement that runs, and the session with it; the statement fails with `reason`. */
  abort(reason: Error): void;
  /** Ends a statement that still runs. */
  close(): Promise<void>;
}

export interface CustomerSessionOptions {
  /** The name is printable ASCII of at most 63 characters. */
  applicationName: string;
  statementTimeoutMs: number;
  /** Statements may be sent before the one before is answered; then no result is fetched in parts. */
  pipelines?: boolean;
  /** A larger answer to one statement ends the session. 64 MiB by default. */
  maxAnswerBytes?: number;
  /** These run-time settings override the settings of the role and the database. */
  settings: Readonly<Record<string, string>>;
}

/** The fields of an error of Postgres, by the names of the wire protocol (PostgreSQL 18, 54.8) as node-postgres writes them. */
export interface PostgresErrorFields {
  severity: string | null;
  code: string | null;
  detail: string | null;
  hint: string | null;
  /** Counts characters of the statement, from 1. */
  position: string | null;
  internalPosition: string | null;
  internalQuery: string | null;
  where: string | null;
  schema: string | null;
  table: string | null;
  column: string | null;
  dataType: string | null;
  constraint: string | null;
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
  /** The place of the error, such as `COPY orders, line 4, column price: "abc"`. */
  readonly context: string | null;
  /** The position is a UTF-16 offset in the text that was sent. */
  readonly position: number | null;
  /** The fields that the server sent; `null` for an error of the service's own. */
  readonly sent: PostgresErrorFields | null;

  constructor(
    message: string,
    facts: { sqlState: string | null } & Partial<
      Pick<StatementError, "detail" | "hint" | "context" | "position" | "sent">
    >,
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "StatementError";
    this.sqlState = facts.sqlState;
    this.detail = facts.detail ?? null;
    this.hint = facts.hint ?? null;
    this.context = facts.context ?? null;
    this.position = facts.position ?? null;
    this.sent = facts.sent ?? null;
  }
}
