import type { Outcome } from "@/lib/web/resource";

/** An action that a form is sent to; `previous` is the outcome of the last time, `null` before the first. */
export type FormAction<Value = unknown> = (previous: Outcome<Value> | null, form: FormData) => Promise<Outcome<Value>>;
