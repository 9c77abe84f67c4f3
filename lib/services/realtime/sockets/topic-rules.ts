import type { Audience, TopicRule } from "@/lib/sign-in/projects/realtime-settings";

/** The caller: one of the app's servers, a user by their id, or a visitor with `null`. */
export type TopicCaller = "server" | { userId: string | null };

export type TopicAction = "subscribe" | "publish" | "presence";

/** Returns whether the first rule that fits the topic lets the caller do this. Without a rule, nobody may. */
export function mayUseTopic(
  rules: readonly TopicRule[],
  topic: string,
  caller: TopicCaller,
  action: TopicAction,
): boolean {
  const rule = rules[decidingRule(rules, topic)];
  if (!rule || !isOwn(rule.pattern, topic, caller)) return false;
  return includes(rule[action], caller);
}

/** Returns the place of the rule that decides over a topic, which is the first that fits; -1 without one. */
export function decidingRule(rules: readonly Pick<TopicRule, "pattern">[], topic: string): number {
  const parts = topic.split(":");
  return rules.findIndex(({ pattern }) => fits(pattern.split(":"), parts));
}

function fits(pattern: readonly string[], parts: readonly string[]): boolean {
  const isPart = (part: string, index: number) => part === "*" || part === "{sub}" || part === parts[index];
  return pattern.length === parts.length && pattern.every(isPart);
}

/** Another user's topic is refused by this rule already: a later one with `*` doesn't open it. */
export function isOwn(pattern: string, topic: string, caller: TopicCaller): boolean {
  if (caller === "server") return true;
  const parts = topic.split(":");
  return pattern.split(":").every((part, index) => part !== "{sub}" || parts[index] === caller.userId);
}

function includes(audience: Audience, caller: TopicCaller): boolean {
  if (audience === "none") return false;
  if (caller === "server" || audience === "anyone") return true;
  return audience === "signed-in" && caller.userId !== null;
}
