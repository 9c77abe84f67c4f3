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
