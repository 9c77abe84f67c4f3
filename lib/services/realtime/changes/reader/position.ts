import type { Poll } from "./poll";

export type GapReason = "expired" | "overflow" | "bulk" | "access";

/** A position in the history of a database's changes. */
export interface Position {
  /** Changes with a restore, which puts another database in place, with the host, and with a crash of it. */
  place: string;
  snapshot: string;
}

/** The reader's knowledge of the outbox since its last poll. */
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

/**
 * Returns the snapshot that sees everything that `since` sees, and all that `until` sees through a transaction's
 * number.
 */
export function snapshotThrough(since: string, until: string, xid: bigint): string {
  const [before, after] = [parsed(since), parsed(until)];
  const end = before.end > xid ? before.end : xid + 1n;
  const isHidden = (one: bigint) => (one <= xid ? after.open.has(one) : before.open.has(one));
  const open = [...new Set([...before.open, ...after.open])].filter((one) => one < end && isHidden(one));
  const sorted = open.toSorted((one, other) => (one < other ? -1 : 1));
  return `${sorted[0] ?? end}:${end}:${sorted.join()}`;
}

function parsed(snapshot: string): { end: bigint; open: Set<bigint> } {
  const [, end = "0", open = ""] = snapshot.split(":");
  return { end: BigInt(end), open: new Set(open.split(",").filter(Boolean).map(BigInt)) };
}
