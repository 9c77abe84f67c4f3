/** How one statement ended, as the run's answer says it. Offsets are UTF-16 units of the whole text. */
export type Outcome = {
  statementId: string;
  from: number;
  to: number;
  durationMicros: number;
  notices: string[];
} & (SucceededPart | FailedPart);

export interface ResultColumn {
  name: string;
  typeName: string;
}

export interface Change {
  id: string;
  kind: "rows" | "restore-point";
  rowCount: number;
}

interface SucceededPart {
  status: "succeeded";
  command: string;
  columns: ResultColumn[];
  /** Values as Postgres writes them. */
  rows: (string | null)[][];
  rowCount: number | null;
  isTruncated: boolean;
  change: Change | null;
}

interface FailedPart {
  status: "failed" | "cancelled";
  sqlState: string | null;
  message: string;
  detail: string | null;
  hint: string | null;
  position: number | null;
}

export type Succeeded = Extract<Outcome, { status: "succeeded" }>;
export type Failed = Exclude<Outcome, Succeeded>;

/** `1.2 ms`, `340 ms`, `4.81 s`. */
export function durationText(micros: number): string {
  const milliseconds = micros / 1_000;
  if (milliseconds < 10) return `${milliseconds.toFixed(1)} ms`;
  if (milliseconds < 1_000) return `${Math.round(milliseconds)} ms`;
  return `${(milliseconds / 1_000).toFixed(2)} s`;
}

export function countText(count: number, noun: string): string {
  return `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`;
}
