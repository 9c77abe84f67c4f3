import { z } from "zod";
import type { Effect } from "../grammar/effect";

export const RunMode = z.enum(["run", "explain", "explain-analyze"]);
export type RunMode = z.infer<typeof RunMode>;

/** The outcome of one statement. Offsets are UTF-16, in the whole text. */
export type StatementOutcome = {
  statementId: string;
  from: number;
  to: number;
  durationMicros: number;
  notices: string[];
} & (SucceededStatement | FailedStatement);

export interface SucceededStatement {
  status: "succeeded";
  command: string;
  columns: ResultColumn[];
  /** Values as Postgres writes them. */
  rows: (string | null)[][];
  rowCount: number | null;
  isTruncated: boolean;
  /** The change that can be undone; `null` where no lasting change was made. */
  change: StatementChange | null;
}

export interface ResultColumn {
  name: string;
  typeName: string;
}

export interface StatementChange {
  id: string;
  kind: "rows" | "restore-point";
  rowCount: number;
}

export interface FailedStatement {
  status: "failed" | "cancelled";
  sqlState: string | null;
  message: string;
  detail: string | null;
  hint: string | null;
  position: number | null;
}

export interface ListedStatement {
  id: string;
  /** The text with its secrets masked. */
  text: string;
  command: string | null;
  status: string;
  rowCount: number | null;
  durationMicros: number | null;
  sqlState: string | null;
  message: string | null;
  /** ISO 8601, UTC. */
  startedAt: string;
  actorId: string;
  /** The member's address; `null` when the account is gone. */
  email: string | null;
  change: {
    id: string;
    /** `pending`, `committed`, `aborted` or `undone`. */
    status: string;
    kind: "rows" | "restore-point";
    rowCount: number;
    /** The change that undid it, which can be undone in turn. */
    undoneById: string | null;
  } | null;
}

export interface UnderstoodStatement {
  text: string;
  /** UTF-16 offsets in the whole text. */
  from: number;
  to: number;
  command: string;
  effect: Effect;
  /** What the user should know before the statement runs, or why it is refused. */
  reason: string | null;
}

export interface DescribedSchema {
  name: string;
  tables: { name: string; columns: { name: string; typeName: string }[] }[];
  functions: string[];
  types: string[];
}

export interface BuiltIns {
  keywords: string[];
  types: string[];
  functions: string[];
  /** Those of `pg_catalog` and `information_schema`. */
  relations: { schema: string; name: string; columns: string[] }[];
}
