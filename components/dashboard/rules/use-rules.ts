"use client";

import { useState, useTransition } from "react";
import { noteSession } from "@/components/ui/session";

export type RuleErrors<Field extends string> = Partial<Record<Field, string>>;

export interface RuleFault<Field extends string> {
  /** The place of the rule in the list. */
  rule: number;
  field: Field;
  message: string;
}

/** The result of saving rules: without a refusal, they are saved. */
export interface SavedRules<Field extends string> {
  refusal: string | null;
  faults: readonly RuleFault<Field>[];
  isSignedOut?: boolean | undefined;
}

interface Options<Draft, Field extends string> {
  rules: () => readonly Draft[];
  /** Returns the fields of a new rule. */
  blank: () => Draft;
  /** Returns the rule that the fields say. */
  ruleOf: (draft: Draft) => unknown;
  /** `null` for a member who may not change them. */
  save: ((rules: unknown[]) => Promise<SavedRules<Field>>) | null;
  /** Said once they are saved. */
  savedNote: string;
}

export type RulesDraft<Draft extends { id: number }, Field extends string> = ReturnType<typeof useRules<Draft, Field>>;

/** Keeps rules as they are edited, the refused part of each, and the one behind the last trial. */
export function useRules<Draft extends { id: number }, Field extends string>(options: Options<Draft, Field>) {
  const { blank, ruleOf, save, savedNote } = options;
  const [saved, setSaved] = useState(options.rules);
  const [rules, setRules] = useState(saved);
  const [errors, setErrors] = useState<ReadonlyMap<number, RuleErrors<Field>>>(new Map());
  const [refusal, setRefusal] = useState<string | null>(null);
  const [note, setNote] = useState("");
  const [deciding, setDeciding] = useState<number | null>(null);
  const [isSaving, start] = useTransition();
  const edit = (next: readonly Draft[]) => {
    setRules(next);
    setDeciding(null);
  };
  const submit = () =>
    start(async () => {
      if (!save) return;
      const outcome = await save(rules.map(ruleOf));
      setErrors(byRule(rules, outcome.faults));
      setRefusal(outcome.refusal);
      if (outcome.isSignedOut) noteSession(true);
      if (outcome.refusal !== null) return;
      setSaved(rules);
      setNote(savedNote);
    });
  const textOf = (drafts: readonly Draft[]) => JSON.stringify(drafts.map(ruleOf));
  return {
    ...{ rules, saved, refusal, note, deciding, isSaving, submit },
    isReadOnly: save === null,
    differs: textOf(rules) !== textOf(saved),
    errorsOf: (id: number): RuleErrors<Field> => errors.get(id) ?? {},
    add: () => edit([...rules, blank()]),
    change: (id: number, part: Partial<Draft>) =>
      edit(rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule))),
    move: (index: number, by: -1 | 1) => edit(swapped(rules, index, index + by)),
    remove: (id: number) => edit(rules.filter((rule) => rule.id !== id)),
    discard: () => {
      edit(saved);
      setErrors(new Map());
      setRefusal(null);
    },
    /** Marks the rule that decided. */
    decide: (rule: Draft | undefined) => setDeciding(rule?.id ?? null),
  };
}

function swapped<Draft>(rules: readonly Draft[], one: number, other: number): readonly Draft[] {
  const [a, b] = [rules[one], rules[other]];
  return a && b ? rules.with(one, b).with(other, a) : rules;
}

function byRule<Field extends string>(rules: readonly { id: number }[], faults: readonly RuleFault<Field>[]) {
  const found = new Map<number, RuleErrors<Field>>();
  for (const { rule, field, message } of faults) {
    const id = rules[rule]?.id;
    if (id !== undefined) found.set(id, { ...found.get(id), [field]: message } as RuleErrors<Field>);
  }
  return found;
}
