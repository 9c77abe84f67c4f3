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
  columns: { name: string; typeName: string }[];
  /** Values as Postgres writes them. */
  rows: (string | null)[][];
  rowCount: number | null;
  /** There were more rows than are shown. */
  isTruncated: boolean;
  /** What takes it back; `null` where nothing was changed that lasts. */
  change: { id: string; kind: "rows" | "restore-point"; rowCount: number } | null;
}

export interface FailedStatement {
  status: "failed" | "cancelled";
  sqlState: string | null;
  message: string;
  detail: string | null;
  hint: string | null;
  position: number | null;
}
