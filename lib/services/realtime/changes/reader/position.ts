import type { Poll } from "./poll";

export type GapReason = "expired" | "overflow" | "bulk" | "access";

/** Where in the history of a database's changes something is. */
export interface Position {
  /** Changes with a restore, which puts another database in place, with the host, and with a crash of it. */
  place: string;
  snapshot: string;
}

/** What a reader knows of the outbox since its last poll. */
export interface KnownOutbox {
  outboxId: string | null;
  trimmedThrough: bigint;
}

export function knownOf({ outboxId, trimmedThrough }: Poll): KnownOutbox {
  return { outboxId, trimmedThrough };
}

/** Returns why changes since the last poll are not all there; `null` where they are. */
export function lossOf(poll: Omit<Poll, "transactions">, known: KnownOutbox, before: Position): GapReason | null {
  if (poll.outboxId !== known.outboxId) return "access";
  if (poll.isTooMuch) return "bulk";
  const isNew = poll.trimmedThrough !== known.trimmedThrough;
  return isNew && isTrimmedSince(poll.trimmedThrough, before) ? "overflow" : null;
}

/** Whether something may have been trimmed that was not visible at the position. */
export function isTrimmedSince(trimmedThrough: bigint, { snapshot }: Position): boolean {
  return trimmedThrough >= BigInt(snapshot.slice(0, snapshot.indexOf(":")));
}
