export type Outcome<Value = unknown> = { isDone: true; value: Value } | Refused;

export interface Refused {
  isDone: false;
  message: string;
  /** The change is possible with a restore point taken first; this text says why that is needed. */
  restorePointReason?: string;
}
