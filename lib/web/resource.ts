/** What every server action returns: the value of its verb, or the reason of a refusal as a sentence. */
export type Outcome<Value = unknown> = { isDone: true; value: Value } | Refused;

export interface Refused {
  isDone: false;
  message: string;
  /** Set where the change can be made with a restore point taken first; says why that is needed. */
  restorePointReason?: string;
}
