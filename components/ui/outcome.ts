/** What every action returns. */
export type Outcome<Value = unknown> = { isDone: true; value: Value } | { isDone: false; message: string };

/** An action that a form is sent to; `previous` is the outcome of the last time, `null` before the first. */
export type FormAction<Value = unknown> = (previous: Outcome<Value> | null, form: FormData) => Promise<Outcome<Value>>;
