import type { Context } from "@/lib/core/context";
import type { DraftSettings } from "@/lib/core/draft-settings";
import type { FunctionBundler } from "@/lib/core/ports/function-bundler";

export interface DraftContext extends Context {
  /** `null` where the operator has set up no language model. */
  drafts: DraftSettings | null;
  functionBundler: FunctionBundler;
}
