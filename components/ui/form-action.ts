import type { Outcome } from "@/lib/web/resource";

/**
 * A server action that a form is submitted to. `previous` is the outcome of the last submission, `null` before the
 * first.
 */
export type FormAction<Value = unknown> = (previous: Outcome<Value> | null, form: FormData) => Promise<Outcome<Value>>;
