"use client";

import { useState, useTransition } from "react";
import { noteSession } from "@/components/ui/session";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import type { Outcome } from "@/lib/web/resource";
import { areSame, type DraftRule, draftOf, ruleOf } from "./draft-rule";
import type { RuleErrors } from "./rule-row";

interface Fault {
  rule: number;
  field: keyof RuleErrors;
  message: string;
}

export type SavePolicy = (rules: unknown[]) => Promise<Outcome<{ faults: Fault[] }>>;

/** Keeps the rules as they are edited, what is refused of each, and which one decided what was last explained. */
export function usePolicyDraft(policy: Bucket["policy"], save: SavePolicy | null) {
  const [saved, setSaved] = useState<readonly DraftRule[]>(() => policy.map((rule) => draftOf(rule)));
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
  const submit = () =>
    start(async () => {
      if (!save) return;
      const outcome = await save(rules.map(ruleOf));
      setRefusal(outcome.isDone ? null : outcome.message);
      if (!outcome.isDone) return void (outcome.isSignedOut && noteSession(true));
      const { faults } = outcome.value;
      setErrors(byRule(rules, faults));
      if (faults.length > 0) return setRefusal("The policy isn't saved. Correct the marked rules.");
      setSaved(rules);
      setNote("Saved.");
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
    /** Marks the saved rule that decided. */
    decide: (index: number | null) => setDeciding(index === null ? null : (saved[index]?.id ?? null)),
  };
}

function swapped(rules: readonly DraftRule[], one: number, other: number): readonly DraftRule[] {
  const [a, b] = [rules[one], rules[other]];
  return a && b ? rules.with(one, b).with(other, a) : rules;
}

function byRule(rules: readonly DraftRule[], faults: readonly Fault[]): ReadonlyMap<number, RuleErrors> {
  return new Map(
    rules.map(({ id }, index) => [
      id,
      Object.fromEntries(faults.filter(({ rule }) => rule === index).map(({ field, message }) => [field, message])),
    ]),
  );
}
