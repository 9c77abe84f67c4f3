import type { Person } from "@/lib/people/members/resource";
import type { StatementOutcome } from "../statements/resource";

export const RUN_STATUSES = ["queued", "running", "succeeded", "failed", "cancelled"] as const;
export type BackgroundRunStatus = (typeof RUN_STATUSES)[number];

/** Statements that run in the background. Times are ISO 8601, UTC. */
export interface BackgroundRun {
  id: string;
  status: BackgroundRunStatus;
  /** The text with its secrets masked. */
  text: string;
  statementCount: number;
  /** The statements that have begun, in order. */
  statements: RunStatement[];
  createdAt: string;
  startedAt: string | null;
  finishedAt: string | null;
  /** Why it ended, where its statements do not say that. */
  message: string | null;
  /** The line and column of the failure in the text that was run, both from 1. */
  failedAt: { line: number; column: number } | null;
  /** The member who started it; `null` when the account is gone. */
  person: Person | null;
  /** Whether somebody has cancelled it; it ends within seconds. */
  isCancelled: boolean;
}

export interface RunStatement {
  id: string;
  /** The text with its secrets masked. */
  text: string;
  command: string | null;
  status: string;
  rowCount: number | null;
  durationMicros: number | null;
  message: string | null;
  /** Its first rows; `null` where it returned none, and for callers who may not change data. */
  rows: RunRows | null;
}

/** The first rows of a statement, with values as Postgres writes them. */
export interface RunRows {
  statementId: string;
  columns: string[];
  rows: (string | null)[][];
  isTruncated: boolean;
}

/** A run that was queued, or the outcome of the statement that keeps all of them from running. */
export type StartedRun = { run: BackgroundRun; refused: null } | { run: null; refused: StatementOutcome };
