import type { Form } from "@/lib/web/forms/resource";
import type { Outcome } from "@/lib/web/resource";

type Submitted<Value> = (
  endpointId: string,
  previous: Outcome<Value> | null,
  form: FormData,
) => Promise<Outcome<Value>>;

/** The actions of a member who may change a webhook. */
export interface WebhookChanges {
  /** The form that changes it, without its values. */
  form: Form;
  update: Submitted<unknown>;
  switchTo: (endpointId: string, enabled: boolean) => Promise<Outcome>;
  rotate: Submitted<{ secret: string; previousSecretUntil: string | null }>;
  test: (endpointId: string) => Promise<Outcome>;
  remove: Submitted<unknown>;
}
