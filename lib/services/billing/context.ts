import type { BillingSettings } from "@/lib/core/billing-settings";
import type { Context } from "@/lib/core/context";

export interface BillingContext extends Context {
  /** `null` where the operator has set up no billing provider. */
  billing: BillingSettings | null;
}
