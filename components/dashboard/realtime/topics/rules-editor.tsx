"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useRef } from "react";
import { Refusal } from "@/components/ui/refusal";
import { untilHydrated } from "@/components/ui/until-hydrated";
import { useUnsaved } from "@/components/ui/use-unsaved";
import type { TopicRule } from "@/lib/services/realtime/sockets/resource";
import classes from "../../storage/policy/policy.module.css";
import { ruleOf } from "./draft-rule";
import { RuleRow } from "./rule-row";
import { TryBox } from "./try-box";
import { type SaveRules, useRulesDraft } from "./use-rules-draft";

interface Props {
  topics: readonly TopicRule[];
  /** The address that tries rules. */
  tryAddress: string;
  /** `null` for a member who may not change them. */
  save: SaveRules | null;
}

/** The rules of topics in their order, and beside them what they say. */
export function RulesEditor({ topics, tryAddress, save }: Props) {
  const draft = useRulesDraft(topics, save);
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(form, draft.differs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    draft.submit();
  };
  return (
    <div className={classes.page}>
      <form ref={form} onSubmit={submit} aria-label="Rules of topics" className={classes.rules}>
        <Refusal message={draft.refusal} mb="sm" />
        {draft.rules.length === 0 ? (
          <p className={classes.none}>
            No rules yet, so no one uses a topic. Add one for a room that signed-in users share: <code>room:*</code>.
          </p>
        ) : (
          <p className={classes.none}>
            The first rule that fits a topic decides. <code>*</code> stands for one part between colons,{" "}
            <code>{"{sub}"}</code> for the user&rsquo;s own ID.
          </p>
        )}
        <ol className={classes.list} aria-label="Rules">
          {draft.rules.map((rule, index) => (
            <RuleRow
              key={rule.id}
              rule={rule}
              index={index}
              count={draft.rules.length}
              errors={draft.errorsOf(rule.id)}
              isReadOnly={save === null}
              isDeciding={draft.deciding === rule.id}
              change={(part) => draft.change(rule.id, part)}
              move={(by) => draft.move(index, by)}
              remove={() => draft.remove(rule.id)}
            />
          ))}
        </ol>
        {save && (
          <Group gap="sm" mt="md">
            <Button type="submit" loading={draft.isSaving} {...untilHydrated} title="Ctrl+S, ⌘S on a Mac">
              Save rules
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
      <TryBox address={tryAddress} topics={() => draft.rules.map(ruleOf)} onTried={draft.decide} />
    </div>
  );
}
