"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useRef } from "react";
import { Refusal } from "@/components/ui/refusal";
import { untilHydrated } from "@/components/ui/until-hydrated";
import { useUnsaved } from "@/components/ui/use-unsaved";
import type { RulePlace } from "./rule-frame";
import classes from "./rules.module.css";
import type { RuleErrors, RulesDraft } from "./use-rules";

/** The props of the fields of one rule. */
export interface RuleFields<Draft, Field extends string> {
  rule: Draft;
  place: RulePlace;
  errors: RuleErrors<Field>;
  change: (part: Partial<Draft>) => void;
}

interface Props<Draft extends { id: number }, Field extends string> {
  draft: RulesDraft<Draft, Field>;
  /** Names the form. */
  label: string;
  saveLabel: string;
  /** Stands above the rules. */
  intro: ReactNode;
  row: (fields: RuleFields<Draft, Field>) => ReactNode;
  /** Stands beside them, and tries them. */
  children: ReactNode;
}

/** Rules in their order, and beside them their answers. */
export function RulesForm<Draft extends { id: number }, Field extends string>(props: Props<Draft, Field>) {
  const { draft, label, saveLabel, intro, row: Row, children } = props;
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(form, draft.differs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    draft.submit();
  };
  const placeOf = (id: number, index: number): RulePlace => ({
    ...{ index, count: draft.rules.length, isReadOnly: draft.isReadOnly, isDeciding: draft.deciding === id },
    move: (by) => draft.move(index, by),
    remove: () => draft.remove(id),
  });
  return (
    <div className={classes.page}>
      <form ref={form} onSubmit={submit} aria-label={label} className={classes.rules}>
        <Refusal message={draft.refusal} mb="sm" />
        {intro}
        <ol className={classes.list} aria-label="Rules">
          {draft.rules.map((rule, index) => (
            <Row
              key={rule.id}
              rule={rule}
              place={placeOf(rule.id, index)}
              errors={draft.errorsOf(rule.id)}
              change={(part) => draft.change(rule.id, part)}
            />
          ))}
        </ol>
        {!draft.isReadOnly && (
          <Group gap="sm" mt="md">
            <Button type="submit" loading={draft.isSaving} {...untilHydrated} title="Ctrl+S, ⌘S on a Mac">
              {saveLabel}
            </Button>
            <Button
              variant="default"
              leftSection={<IconPlus size={16} aria-hidden />}
              onClick={draft.add}
              {...untilHydrated}
            >
              Add rule
            </Button>
            {draft.differs && (
              <Button variant="default" onClick={draft.discard}>
                Discard
              </Button>
            )}
            <Text size="xs" c="dimmed" role="status">
              {draft.differs ? "Not saved yet" : draft.note}
            </Text>
          </Group>
        )}
      </form>
      {children}
    </div>
  );
}
