"use client";

import { useState, useTransition } from "react";
import { noteSession } from "@/components/ui/session";
import type { TopicRule } from "@/lib/services/realtime/sockets/resource";
import type { Outcome, Refused } from "@/lib/web/resource";
import { areSame, type DraftRule, draftOf, type RuleField, ruleOf } from "./draft-rule";

export type SaveRules = (topics: unknown[]) => Promise<Outcome>;
export type RuleErrors = Partial<Record<RuleField, string>>;

const PATH = /^realtime\.topics\.(\d+)\.(\w+)$/;

/** Keeps the rules as they are edited, what is refused of each, and which one decided what was last tried. */
export function useRulesDraft(topics: readonly TopicRule[], save: SaveRules | null) {
  const [saved, setSaved] = useState<readonly DraftRule[]>(() => topics.map((rule) => draftOf(rule)));
  const [rules, setRules] = useState(saved);
  const [errors, setErrors] = useState<ReadonlyMap<number, RuleErrors>>(new Map());
  const [refusal, setRefusal] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [deciding, setDeciding] = useState<number | null>(null);
  const [isSaving, start] = useTransition();
  const edit = (next: readonly DraftRule[]) => {
    setRules(next);
    setDeciding(null);
  };
  const refuse = (refused: Refused) => {
    const byRule = errorsOf(rules, refused);
    setErrors(byRule);
    setRefusal(byRule.size > 0 ? "The rules aren't saved. Correct the marked ones." : refused.message);
    if (refused.isSignedOut) noteSession(true);
  };
  const submit = () =>
    start(async () => {
      if (!save) return;
      const outcome = await save(rules.map(ruleOf));
      if (!outcome.isDone) return refuse(outcome);
      setErrors(new Map());
      setRefusal(null);
      setSaved(rules);
      setNote("Saved. It holds within three seconds.");
    });
  return {
    ...{ rules, refusal, note, deciding, isSaving, submit },
    differs: !areSame(rules, saved),
    errorsOf: (id: number) => errors.get(id) ?? {},
    add: () => edit([...rules, draftOf()]),
    change: (id: number, part: Partial<DraftRule>) =>
      edit(rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule))),
    move: (index: number, by: -1 | 1) => edit(swapped(rules, index, index + by)),
    remove: (id: number) => edit(rules.filter((rule) => rule.id !== id)),
    discard: () => {
      edit(saved);
      setErrors(new Map());
      setRefusal(null);
    },
    /** Marks the rule that decided, by its place. */
    decide: (index: number | null) => setDeciding(index === null ? null : (rules[index]?.id ?? null)),
  };
}

function swapped(rules: readonly DraftRule[], one: number, other: number): readonly DraftRule[] {
  const [a, b] = [rules[one], rules[other]];
  return a && b ? rules.with(one, b).with(other, a) : rules;
}

function errorsOf(rules: readonly DraftRule[], { problems = [] }: Refused): ReadonlyMap<number, RuleErrors> {
  const found = new Map<number, RuleErrors>();
  for (const { path, message } of problems) {
    const [, place, field = ""] = PATH.exec(path) ?? [];
    const id = rules[Number(place)]?.id;
    if (id !== undefined) found.set(id, { ...found.get(id), [field]: `It ${message}.` });
  }
  return found;
}
