"use client";

import { type FormEvent, useRef, useState, useTransition } from "react";
import { useUnsaved } from "@/components/ui/use-unsaved";
import type { Outcome, SettingField, SettingValue } from "@/lib/web/resource";
import { problemOf, problemsByField } from "./setting-problem";
import { cleaned, type SettingTree, savedValue, treeOf } from "./setting-tree";

type Values = Readonly<Record<string, SettingValue>>;

/** Saves settings, given as part of the tree of all. */
export type SaveSettings = (settings: unknown) => Promise<Outcome>;

/** The changes of settings that aren't saved yet: they are kept when they are refused, and each field says why. */
export function useSettingsDraft(fields: readonly SettingField[], save: SaveSettings | null) {
  const [edits, setEdits] = useState<Values>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [note, setNote] = useState<{ isDone: boolean; text: string } | null>(null);
  const [isSaving, start] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const current = (field: SettingField) => edits[field.path] ?? (field.path in edits ? null : field.value);
  const changed = fields.filter((field) => JSON.stringify(cleaned(current(field))) !== JSON.stringify(field.value));
  const differs = changed.length > 0;
  useUnsaved(form, differs);
  const tree = (): SettingTree => treeOf(changed.map((field) => [field.path, savedValue(field, current(field))]));
  const change = (path: string) => (value: SettingValue) => {
    setEdits((before) => ({ ...before, [path]: value }));
    setProblems(({ [path]: _, ...others }) => others);
    setNote(null);
  };
  const discard = () => {
    setEdits({});
    setProblems({});
  };
  const refuse = (found: Readonly<Record<string, string>>) => {
    setProblems(found);
    const first = fields.find(({ path }) => path in found);
    if (first) document.getElementById(`setting-${first.path}`)?.focus();
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    if (!save || !differs) return;
    const own = changed.flatMap((field) => {
      const problem = problemOf(field, cleaned(current(field)));
      return problem === null ? [] : [[field.path, problem] as const];
    });
    if (own.length > 0) return refuse(Object.fromEntries(own));
    start(async () => {
      const outcome = await save(tree());
      if (outcome.isDone) {
        discard();
        return setNote({ isDone: true, text: "Saved." });
      }
      const found = problemsByField(fields, outcome.details ?? []);
      refuse(found);
      setNote(Object.keys(found).length > 0 ? null : { isDone: false, text: outcome.message });
    });
  };
  const formProps = { ref: form, onSubmit, noValidate: true };
  return { formProps, current, change, changed, differs, problems, tree, discard, note, isSaving };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;
