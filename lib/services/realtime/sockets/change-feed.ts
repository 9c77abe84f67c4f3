/** The end user, or a visitor, in whose name changes are read. */
export interface ChangeReader {
  userId: string | null;
  claims: Readonly<Record<string, unknown>>;
}

export type ChangeOperation = "insert" | "update" | "delete";

export interface ChangeFilter {
  column: string;
  operator: "eq" | "neq" | "lt" | "lte" | "gt" | "gte" | "in" | "is";
  value: unknown;
}

/** What a subscription asks for. */
export interface ChangeRequest {
  projectId: string;
  reader: ChangeReader;
  /** Schema and name, such as `public.todos`. */
  table: string;
  /** None means all. */
  events: readonly ChangeOperation[];
  /** All of them must hold. */
  filters: readonly ChangeFilter[];
  /** `null` means every column that the reader may see. */
  columns: readonly string[] | null;
  /** The cursor behind which to go on; `null` begins with what is committed from now on. */
  since: string | null;
}

export interface Change {
  /** Opaque; a later subscription goes on behind it. */
  cursor: string;
  operation: ChangeOperation;
  new?: Readonly<Record<string, unknown>>;
  old?: Readonly<Record<string, unknown>>;
  /** Columns whose values are too large to be sent. */
  omitted?: readonly string[];
  /** ISO 8601, UTC. */
  committedAt: string;
}

/** Takes what a subscription gets, in order. */
export interface ChangeSink {
  /** The changes of one transaction that the reader may see. */
  batch(changes: readonly Change[]): void;
  /** Changes are missing before what follows. */
  gap(reason: "expired" | "overflow" | "bulk" | "access"): void;
  /** Ends the subscription. The code is one of lib/core/error-table.ts. */
  error(code: "missing_permission" | "not_found" | "service_unavailable", message: string): void;
}

export interface ChangeSubscription {
  /** Where the subscription begins: every later commit will be delivered. */
  cursor: string;
  /** Whether everything since the asked cursor follows. */
  isResumed: boolean;
  close(): void;
}

/**
 * Reads the changes of projects' databases.
 *
 * @public
 */
export interface ChangeFeed {
  /** Throws `not_found`, `missing_permission` or `invalid_request` for a subscription that can't be had. */
  subscribe(request: ChangeRequest, sink: ChangeSink): Promise<ChangeSubscription>;
}
