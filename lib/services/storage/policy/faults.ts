import { MAX_RULES, type Policy, Rule } from "./rules";

/** A fault in one rule of a policy, for the person who edits it. */
export interface RuleFault {
  /** The rule's index. */
  rule: number;
  field: "prefix" | "allow" | "to" | "maxBytes";
  message: string;
}

const MESSAGES: Readonly<Record<RuleFault["field"], string>> = {
  prefix: "Enter the start of a key: no slash at the beginning, no empty segment, no . or .. segment.",
  allow: "Choose the allowed actions, or none.",
  to: "Enter the name and the value of a claim. The name can't contain =.",
  maxBytes: "Enter a size, or leave it empty.",
};

/** Returns a policy whose rules are all valid, or the fault of each that isn't. */
export function checkRules(rules: readonly unknown[]): { policy: Policy } | { faults: RuleFault[] } {
  const parsed = rules.slice(0, MAX_RULES).map((rule) => Rule.safeParse(rule));
  const faults = parsed.flatMap(({ error }, rule): RuleFault[] => {
    const fields = new Set(error?.issues.map(({ path }) => fieldOf(path[0])));
    return [...fields].map((field) => ({ rule, field, message: MESSAGES[field] }));
  });
  return faults.length > 0 ? { faults } : { policy: parsed.flatMap(({ data }) => data ?? []) };
}

function fieldOf(name: unknown): RuleFault["field"] {
  return typeof name === "string" && name in MESSAGES ? (name as RuleFault["field"]) : "prefix";
}
