import { z } from "zod";
import { DatabaseId } from "@/lib/core/id-schemas";
import type { Person } from "@/lib/people/members/resource";

/** Names a session; the moment of its start tells it from a later one with the same process id. */
export const SessionInput = z.object({
  databaseId: DatabaseId,
  pid: z.int().positive(),
  startedAt: z.iso.datetime({ precision: 6 }),
});
export type SessionInput = z.infer<typeof SessionInput>;

/** Who is behind a session, as far as its role and its own name for itself show. */
export type SessionOwner = "app" | "dashboard" | "you" | "another" | "service";

export interface ListedSession {
  pid: number;
  startedAt: string;
  owner: SessionOwner;
  /** Whose temporary login it is; `null` for other sessions and former members. */
  person: Person | null;
  applicationName: string;
  address: string | null;
  /** As in pg_stat_activity, such as `idle in transaction`. */
  state: string;
  stateSeconds: number;
  transactionSeconds: number | null;
  /** The statement that runs, or ran last, with its secrets masked; empty for a session of the service. */
  statement: string;
  /** Such as `Lock: transactionid`; `null` while it waits for nothing. */
  waitsFor: string | null;
  /** The process ids of the sessions whose locks it waits for. */
  blockedBy: number[];
}

/** A statement with what it has cost so far; `$1` stands for a constant. */
export interface MeasuredStatement {
  /** With its secrets masked, cut off after 2,000 characters. */
  statement: string;
  calls: number;
  rows: number;
  /** The time of all calls together. */
  totalMicros: number;
}

export type AdviceKind = "no-primary-key" | "foreign-key-index" | "unused-index" | "dead-rows" | "sequence-end";

/** Something about a database that is likely to cost time or to fail one day. */
export interface Advice {
  kind: AdviceKind;
  /** What it is about, such as `public.orders`. */
  subject: string;
  /** A figure that goes with it: bytes of an index, dead rows, or the used share of a sequence. */
  figure: number | null;
  /** The statement that mends it. */
  sql: string;
}
