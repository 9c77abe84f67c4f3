import { z } from "zod";
import type { Effect } from "../grammar/effect";

export const RunMode = z.enum(["run", "explain", "explain-analyze"]);
export type RunMode = z.infer<typeof RunMode>;

/** What became of one statement. Offsets are UTF-16, in the whole text that was given. */
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
  /** There were more rows than are shown. */
  isTruncated: boolean;
  /** What takes it back; `null` where nothing was changed that lasts. */
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
  /** With secrets masked. */
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
  /** `null` when the account is gone. */
  email: string | null;
  change: {
    id: string;
    /** `pending`, `committed`, `aborted` or `undone`. */
    status: string;
    kind: "rows" | "restore-point";
    rowCount: number;
    /** The change that took it back, by which it can be done again. */
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
  /** What somebody should know before it runs, or why it is refused. */
  reason: string | null;
}

export interface DescribedSchema {
  name: string;
  tables: { name: string; columns: { name: string; typeName: string }[] }[];
}
