import type { Bucket } from "@/lib/services/storage/buckets/resource";

type Rule = Bucket["policy"][number];
export type ObjectAction = Rule["allow"][number];
export type RuleField = "prefix" | "allow" | "to" | "maxBytes";
export type Audience = "anyone" | "signed-in" | "claim";

export const ACTIONS: readonly { value: ObjectAction; label: string }[] = [
  { value: "read", label: "Read" },
  { value: "list", label: "List" },
  { value: "create", label: "Create" },
  { value: "overwrite", label: "Overwrite" },
  { value: "delete", label: "Delete" },
];

const MB = 1024 ** 2;

/** A rule as its fields hold it. */
export interface DraftRule {
  /** Told apart in the list while rules move. */
  id: number;
  prefix: string;
  allow: readonly ObjectAction[];
  audience: Audience;
  claimName: string;
  claimValue: string;
  /** A size in MB; empty for the bucket's limit. */
  megabytes: string;
}

let last = 0;

/** Returns the fields of a rule, or of a new one for users in a folder of their own. */
export function draftOf(rule: Rule = { prefix: "", allow: ["read"], to: "signed-in" }): DraftRule {
  const { prefix, allow, to, maxBytes } = rule;
  const [, claimName = "", claimValue = ""] = /^claim:([^=]+)=(.*)$/u.exec(to) ?? [];
  last += 1;
  return {
    ...{ id: last, prefix, allow, claimName, claimValue },
    audience: to === "anyone" || to === "signed-in" ? to : "claim",
    megabytes: maxBytes === undefined ? "" : String(maxBytes / MB),
  };
}

/** Returns the rule that the fields say, which may not be valid. */
export function ruleOf({ prefix, allow, audience, claimName, claimValue, megabytes }: DraftRule) {
  const size = megabytes.trim();
  return {
    ...{
      prefix: prefix.normalize("NFC"),
      allow: ACTIONS.flatMap(({ value }) => (allow.includes(value) ? [value] : [])),
    },
    to: audience === "claim" ? `claim:${claimName.trim()}=${claimValue.trim()}` : audience,
    // A size that is no number is refused, with the rule's others.
    ...(size !== "" && { maxBytes: Number.isFinite(Number(size)) ? Math.round(Number(size) * MB) : size }),
  };
}
