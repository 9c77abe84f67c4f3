import type { ChangeFilter } from "./filter";

export const CHANGE_EVENTS = ["insert", "update", "delete"] as const;
type ChangeEvent = (typeof CHANGE_EVENTS)[number];

/** The part of a table's changes that a subscription is about. */
export interface AskedChanges {
  events?: readonly ChangeEvent[] | undefined;
  filter?: ChangeFilter | undefined;
  columns?: readonly string[] | undefined;
}

/** Documents and arrays are a `JsonText`. */
type Values = Record<string, unknown>;

export interface Change {
  table: string;
  op: ChangeEvent;
  new?: Values;
  /** The key, and the columns that were asked for. */
  old?: Values;
  /** Columns whose values are too large to be sent, or generated when they are read. */
  omitted?: readonly string[];
  /** ISO 8601, UTC. */
  committedAt: string;
}
