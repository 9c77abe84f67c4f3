import type { TopicRule } from "@/lib/services/realtime/sockets/resource";

export type TopicAudience = TopicRule["subscribe"];
export type RuleField = keyof TopicRule;

/** A rule as its fields hold it. */
export interface DraftRule extends TopicRule {
  /** Told apart in the list while rules move. */
  id: number;
}

let last = 0;

/** Returns the fields of a rule, or of a new one. */
export function draftOf(
  rule: TopicRule = { pattern: "", subscribe: "signed-in", publish: "server", presence: "none" },
): DraftRule {
  last += 1;
  return { id: last, ...rule };
}

/** Returns the rule that the fields say, whose pattern may not be valid. */
export function ruleOf({ pattern, subscribe, publish, presence }: DraftRule): TopicRule {
  return { pattern: pattern.trim(), subscribe, publish, presence };
}
