/** `typeName` is as Postgres writes it, such as `numeric(10,2)`. */
export interface ResultColumn {
  name: string;
  typeOid: number;
  typeName: string;
}

export interface StatementResult {
  /** The command tag without its count, such as `UPDATE`; empty for a result that was cut off. */
  command: string;
  columns: ResultColumn[];
  /** Every value as Postgres writes it, in text format. */
  rows: (string | null)[][];
  /** `null` where the command counts nothing. */
  rowCount: number | null;
  notices: string[];
  /** There were more rows than `limits` let through. */
  isTruncated: boolean;
}

/** What is fetched at most; rows beyond it stay on the server. Only inside an explicit transaction. */
export interface ResultLimits {
  maxRows: number;
  /** Of the values, in UTF-16 units. */
  maxCharacters: number;
}

/**
 * A session inside a customer's database as the customer's own role. Every message holds exactly one statement.
 * Errors: `StatementError` for what Postgres refuses, `HostUnavailableError` when the connection is lost.
 */
export interface CustomerSession {
  query(text: string, values?: readonly (string | null)[], limits?: ResultLimits): Promise<StatementResult>;
  /** Ends the session, and with it what it has not committed. */
  close(): Promise<void>;
}

export interface CustomerSessionOptions {
  /** Printable ASCII, at most 63 characters. */
  applicationName: string;
  statementTimeoutMs: number;
  /** Run-time settings by name; what the role or the database has been set to does not override them. */
  settings: Readonly<Record<string, string>>;
}

/** What Postgres said of a statement it did not run to its end. */
export class StatementError extends Error {
  /** The host's adapter and the pages come in bundles of their own, each with this class: its name is what is the same. */
  static override [Symbol.hasInstance](value: unknown): boolean {
    return Error[Symbol.hasInstance](value) && (value as Error).name === "StatementError";
  }

  /** `null` when it was ended from here: its answer is too large. */
  readonly sqlState: string | null;
  readonly detail: string | null;
  readonly hint: string | null;
  /** UTF-16 offset in the text that was sent. */
  readonly position: number | null;

  constructor(
    message: string,
    facts: { sqlState: string | null; detail?: string | null; hint?: string | null; position?: number | null },
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = "StatementError";
    this.sqlState = facts.sqlState;
    this.detail = facts.detail ?? null;
    this.hint = facts.hint ?? null;
    this.position = facts.position ?? null;
  }
}
