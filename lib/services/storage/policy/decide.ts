import type { ObjectAction, Policy, Rule } from "./rules";

/** The claims of the user's token; `null` for somebody who isn't signed in. */
export type Claims = Readonly<Record<string, unknown>> | null;

export interface Decision {
  allowed: boolean;
  /** The index of the rule that decided, or `null` where none fits. */
  rule: number | null;
  /** A sentence for the project's owner. */
  reason: string;
  /** The largest object that the rule lets be stored. */
  maxBytes: number | null;
}

interface Asked {
  action: ObjectAction;
  /** The key asked for; to `list`, it is the start of the keys. */
  key: string;
  claims: Claims;
}

/** Decides by the first rule whose prefix and audience fit. In a public bucket everyone may read besides. */
export function decide(
  { policy, isPublic }: { policy: Policy; isPublic: boolean },
  { action, key, claims }: Asked,
): Decision {
  if (isPublic && action === "read") {
    return { allowed: true, rule: null, reason: "The bucket is public.", maxBytes: null };
  }
  const index = policy.findIndex((rule) => isFor(rule, claims) && startsWith(key, prefixOf(rule, claims)));
  const rule = policy[index];
  if (!rule) {
    return { allowed: false, rule: null, reason: "No rule has this prefix and audience.", maxBytes: null };
  }
  const allowed = rule.allow.includes(action);
  const reason = `Rule ${index} ${allowed ? "allows" : "doesn't allow"} ${action} to ${rule.to} below ${JSON.stringify(rule.prefix)}.`;
  return { allowed, rule: index, reason, maxBytes: rule.maxBytes ?? null };
}

function isFor({ to }: Rule, claims: Claims): boolean {
  if (to === "anyone") return true;
  if (claims === null) return false;
  if (to === "signed-in") return true;
  const [, name = "", value = ""] = /^claim:([^=]+)=(.*)$/u.exec(to) ?? [];
  const claim = Object.hasOwn(claims, name) ? claims[name] : undefined;
  return Array.isArray(claim) ? claim.some((each) => isValue(each, value)) : isValue(claim, value);
}

function isValue(claim: unknown, value: string): boolean {
  return (
    (typeof claim === "string" || typeof claim === "number" || typeof claim === "boolean") && String(claim) === value
  );
}

/** Returns `null` for a prefix with the user's id where there is no user. */
function prefixOf({ prefix }: Rule, claims: Claims): string | null {
  if (!prefix.includes("{sub}")) return prefix;
  const sub = claims?.sub;
  return typeof sub === "string" && sub !== "" ? prefix.replaceAll("{sub}", () => sub) : null;
}

function startsWith(key: string, prefix: string | null): boolean {
  return prefix !== null && key.startsWith(prefix);
}
