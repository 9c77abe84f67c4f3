const MIB = 1024 ** 2;
const MINUTE_MILLISECONDS = 60_000;
const FIRST_PAUSE_MINUTES = 5;
const LONGEST_PAUSE_MINUTES = 24 * 60;
/** A read-only database may grow this far past its size: its owner needs room to delete and to rewrite tables. */
const GROWTH_SHARE = 0.1;
const GROWTH_BYTES = 64 * MIB;
/** One that was opened again after it was closed may grow by this much only. */
const SECOND_GROWTH_BYTES = 16 * MIB;

export interface Restriction {
  state: "read_only" | "closed";
  rule: string;
  since: Date;
  /** When a closed database is opened again. */
  until: Date | null;
  /** Its size when it was restricted. */
  sizeBytes: number | null;
  /** The number of times it was closed. */
  times: number;
}

/** Returns the pause after the nth closing: 5 minutes, doubled each time, at most a day. */
export function pauseAfter(times: number, now: Date): Date {
  const minutes = Math.min(FIRST_PAUSE_MINUTES * 2 ** Math.max(0, times - 1), LONGEST_PAUSE_MINUTES);
  return new Date(now.getTime() + minutes * MINUTE_MILLISECONDS);
}

/** Returns the restriction that a database of this size gets: the present one, another, or `null` for none. */
export function restrictionForSize(
  current: Restriction | null,
  { bytes, limitBytes, now }: { bytes: number; limitBytes: number; now: Date },
): Restriction | null {
  if (current && current.rule !== "database-size") return current;
  if (bytes <= limitBytes) return null;
  const fresh: Restriction = {
    ...{ state: "read_only", rule: "database-size", since: now, until: null, sizeBytes: bytes },
    times: current?.times ?? 0,
  };
  if (current?.state === "closed") return isOver(current, now) ? fresh : current;
  const most = mostBytes(current, limitBytes);
  if (bytes <= most) return current ?? fresh;
  // A database that jumps past both limits within one look is closed at once.
  const times = (current?.times ?? 0) + 1;
  return { ...fresh, state: "closed", times, until: pauseAfter(times, now) };
}

/** Returns whether the pause of a closed database is over. */
export function isOver({ until }: Restriction, now: Date): boolean {
  return until !== null && until <= now;
}

function mostBytes(current: Restriction | null, limitBytes: number): number {
  const first = limitBytes * (1 + GROWTH_SHARE) + GROWTH_BYTES;
  if (!current || current.times === 0) return first;
  return Math.max(first, (current.sizeBytes ?? 0) + SECOND_GROWTH_BYTES);
}
