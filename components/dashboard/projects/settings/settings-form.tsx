"use client";

import { Button, Group, Text } from "@mantine/core";
import { type FormEvent, useRef, useState, useTransition } from "react";
import { Refusal } from "@/components/ui/refusal";
import { useHydrated } from "@/components/ui/use-hydrated";
import { useUnsaved } from "@/components/ui/use-unsaved";
import type { Outcome, SettingField, SettingSection, SettingValue } from "@/lib/web/resource";
import { problemOf, problemsByField } from "./setting-problem";
import { SettingRow } from "./setting-row";
import classes from "./settings.module.css";

type Values = Readonly<Record<string, SettingValue>>;

interface Props {
  section: SettingSection;
  /** Saves settings, given as part of the tree of all; `null` for a member who may not. */
  save: ((settings: unknown) => Promise<Outcome>) | null;
}

/** The form of one section. It saves what was changed, marks what is refused and keeps what was typed. */
export function SettingsForm({ section: { title, fields, isPaired }, save }: Props) {
  const [edits, setEdits] = useState<Values>({});
  const [problems, setProblems] = useState<Readonly<Record<string, string>>>({});
  const [note, setNote] = useState<{ isDone: boolean; text: string } | null>(null);
  const [isSaving, start] = useTransition();
  const form = useRef<HTMLFormElement>(null);
  const isHydrated = useHydrated();
  const current = (field: SettingField) => edits[field.path] ?? (field.path in edits ? null : field.value);
  const changed = fields.filter((field) => JSON.stringify(cleaned(current(field))) !== JSON.stringify(field.value));
  const differs = changed.length > 0;
  useUnsaved(form, differs);
  const change = (path: string) => (value: SettingValue) => {
    setEdits({ ...edits, [path]: value });
    setProblems(({ [path]: _, ...others }) => others);
    setNote(null);
  };
  const refuse = (found: Readonly<Record<string, string>>) => {
    setProblems(found);
    const first = fields.find(({ path }) => path in found);
    if (first) document.getElementById(`setting-${first.path}`)?.focus();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!save || !differs) return;
    const own = changed.flatMap((field) => {
      const problem = problemOf(field, cleaned(current(field)));
      return problem === null ? [] : [[field.path, problem] as const];
    });
    if (own.length > 0) return refuse(Object.fromEntries(own));
    start(async () => {
      const outcome = await save(treeOf(changed.map((field) => [field.path, cleaned(current(field))])));
      if (outcome.isDone) {
        setEdits({});
        setProblems({});
        return setNote({ isDone: true, text: "Saved." });
      }
      const found = problemsByField(fields, outcome.problems ?? []);
      refuse(found);
      setNote(Object.keys(found).length > 0 ? null : { isDone: false, text: outcome.message });
    });
  };
  return (
    <form ref={form} onSubmit={submit} aria-label={title} noValidate>
      <div className={classes.fields} data-paired={isPaired || undefined}>
        {fields.map((field) => (
          <SettingRow
            key={field.path}
            field={field}
            value={current(field)}
            change={change(field.path)}
            error={problems[field.path] ?? null}
            isReadOnly={save === null}
          />
        ))}
        {note?.isDone === false && <Refusal message={note.text} />}
      </div>
      {save && (
        <Group mt="md" gap="sm" mih="var(--control-height)">
          <Button type="submit" loading={isSaving} disabled={isHydrated && !differs} title="Ctrl+S, ⌘S on a Mac">
            Save
          </Button>
          {differs && (
            <Button
              variant="default"
              onClick={() => {
                setEdits({});
                setProblems({});
              }}
            >
              Discard
            </Button>
          )}
          <Text size="xs" c="dimmed" role="status">
            {differs ? `${changed.length === 1 ? "1 change" : `${changed.length} changes`} not saved yet` : note?.text}
          </Text>
        </Group>
      )}
    </form>
  );
}

/** Lines are kept as they are typed, and stored without spaces around them and without empty ones. */
function cleaned(value: SettingValue): SettingValue {
  if (!Array.isArray(value)) return typeof value === "string" ? value.trim() : value;
  return value.map((line) => line.trim()).filter((line) => line !== "");
}

type Tree = { [key: string]: Tree | SettingValue };

/** Returns `{ password: { minLength: 12 } }` for `password.minLength` and 12. */
function treeOf(entries: readonly (readonly [path: string, value: SettingValue])[]): Tree {
  const tree: Tree = {};
  for (const [path, value] of entries) {
    const keys = path.split(".");
    const last = keys.pop() ?? "";
    let at = tree;
    for (const key of keys) {
      at[key] ??= {};
      at = at[key] as Tree;
    }
    at[last] = value;
  }
  return tree;
}
