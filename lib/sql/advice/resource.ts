import type { SlowStatement } from "@/lib/core/ports/database-host";
import type { TableName } from "@/lib/sql/customer-session/quoting";

export type AdviceArea = "security" | "performance";
export type Severity = "error" | "warning" | "info";

/** The kinds of advice. Each is the address of its heading in docs/advice.md. */
export const ADVICE_KINDS = [
  "users-can-change-every-row",
  "policies-have-no-effect",
  "view-ignores-policies",
  "policy-allows-every-write",
  "users-can-read-every-row",
  "users-can-reach-rows-without-policies",
  "function-without-a-search-path",
  "row-level-security-without-a-policy",
  "numbers-run-out",
  "invalid-index",
  "no-primary-key",
  "foreign-key-without-an-index",
  "policy-runs-a-function-for-each-row",
  "whole-table-read-often",
  "many-dead-rows",
  "duplicate-index",
  "unused-index",
] as const;
export type AdviceKind = (typeof ADVICE_KINDS)[number];

/** One object that the advice is about. All texts but `detail` are the database's own. */
export interface Finding {
  /** The object as SQL names it, such as `public.orders`. */
  object: string;
  /** The table that it is, or that it belongs to. */
  table: TableName | null;
  /** A fact that goes with it, such as the size of an index. */
  detail: string | null;
  /** A statement that mends it or is the start of that; `null` where none can be told or it is too long. */
  sql: string | null;
}

export interface Advice {
  kind: AdviceKind;
  area: AdviceArea;
  severity: Severity;
  title: string;
  why: string;
  findings: Finding[];
  /** Whether there are more than those listed. */
  hasMore: boolean;
}

export interface AdviceReport {
  /** The advice of each area, the most severe first. */
  advice: Advice[];
  /** The checks that have no or only a part of an answer, as the database took too long. */
  unchecked: string[];
  /** The time since which scans and rows have been counted, in ISO 8601, UTC. */
  countedSince: string;
}

/** A slow statement with its secrets masked. */
export type MeasuredStatement = SlowStatement;

/** A slow statement of the history. */
export interface SlowRun {
  /** The text, with its secrets masked and cut off. */
  statement: string;
  runs: number;
  /** The longest run. */
  micros: number;
  /** The start of the latest run, in ISO 8601, UTC. */
  latestAt: string;
}
