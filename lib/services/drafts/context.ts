import type { Context } from "@/lib/core/context";
import type { DraftSettings } from "@/lib/core/draft-settings";

export interface DraftContext extends Context {
  /** `null` where the operator has set up no language model. */
  drafts: DraftSettings | null;
}
