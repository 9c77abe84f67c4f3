/** What an action answers that no form waits for. */
export type Outcome<Value = unknown> = { isDone: true; value: Value } | { isDone: false; message: string };
