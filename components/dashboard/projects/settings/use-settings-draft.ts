"use client";

import { type FormEvent, useRef, useState, useTransition } from "react";
import { useUnsaved } from "@/components/ui/use-unsaved";
import type { Outcome, SettingField, SettingValue } from "@/lib/web/resource";
import { adviseOnOrigin } from "../origin-advice";
import { durationText } from "./duration";
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
  /** Returns the props of a field's control. */
  const control = <Field extends SettingField>(field: Field) => ({
    ...{ field, value: current(field), change: change(field.path) },
    ...{ error: problems[field.path] ?? null, isReadOnly: save === null },
  });
  const formProps = { ref: form, onSubmit, noValidate: true };
  return { formProps, control, current, change, changed, differs, problems, tree, discard, note, isSaving };
}

export type SettingsDraft = ReturnType<typeof useSettingsDraft>;

const ORIGINS: ReadonlySet<string> = new Set(["allowedOrigins", "frameAncestors"]);

/** The service's names for settings that it compares with each other. */
const NAMES: Readonly<Record<string, string>> = {
  maxLength: "the longest length",
  absoluteLifetimeSeconds: "the time after which every session ends",
  lifetimeSeconds: "the time unused",
};

/** Returns the fault of a value, as far as the page can tell; `null` for nothing. */
function problemOf(field: SettingField, value: SettingValue): string | null {
  const { kind, min, max, isNullable, path } = field;
  if (kind === "number" || kind === "seconds") {
    if (value === null || value === "") return isNullable ? null : "Enter a number.";
    const text = kind === "seconds" ? durationText : (count: number) => count.toLocaleString("en");
    if (typeof value !== "number" || !Number.isInteger(value)) return "Enter a whole number.";
    return value < min || value > max ? `From ${text(min)} to ${text(max)}.` : null;
  }
  if (kind === "pairs" && Array.isArray(value)) {
    const names = value.map((line) => line.split("=", 1)[0]?.trim() ?? "");
    const wrong = value.findIndex((line) => !/^[^=]*[^=\s][^=]*=[^=]*[^=\s][^=]*$/.test(line));
    if (wrong !== -1) return lineText(wrong, "Write a name, = and its value.");
    const twice = names.findIndex((name, index) => names.indexOf(name) !== index);
    return twice === -1 ? null : lineText(twice, `${names[twice]} is there already.`);
  }
  if (kind === "lines" && ORIGINS.has(path) && Array.isArray(value)) {
    for (const [index, line] of value.entries()) {
      const advice = adviseOnOrigin(line);
      if (advice) return lineText(index, advice.message + (advice.better === null ? "" : ` Write ${advice.better}.`));
    }
  }
  return null;
}

/** Returns the faults that the service finds in settings, as sentences by the path of their field. */
function problemsByField(
  fields: readonly SettingField[],
  problems: readonly { path: string; message: string }[],
): Record<string, string> {
  const found = problems.flatMap(({ path, message }) => {
    const field = fields.find((each) => path === each.path || path.startsWith(`${each.path}.`));
    if (!field) return [];
    const words = message.replace(/\b[a-z]+[A-Z]\w+\b/g, (name) => NAMES[name] ?? name);
    const sentence = `${words.charAt(0).toUpperCase()}${words.slice(1)}${/[.!?]$/.test(words) ? "" : "."}`;
    const within = path.slice(field.path.length + 1);
    const placed = field.kind === "pairs" ? `${within}: ${message}.` : lineText(Number(within), sentence);
    return [[field.path, path === field.path ? sentence : placed] as const];
  });
  return Object.fromEntries(found.toReversed());
}

const lineText = (index: number, sentence: string) => `Line ${index + 1}: ${sentence}`;
