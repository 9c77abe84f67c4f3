"use client";

import { Button, Group, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import { type FormEvent, useRef } from "react";
import { Refusal } from "@/components/ui/refusal";
import { untilHydrated } from "@/components/ui/until-hydrated";
import { useUnsaved } from "@/components/ui/use-unsaved";
import type { Bucket } from "@/lib/services/storage/buckets/resource";
import { ExplainBox } from "./explain-box";
import classes from "./policy.module.css";
import { RuleRow } from "./rule-row";
import { type SavePolicy, usePolicyDraft } from "./use-policy-draft";

interface Props {
  policy: Bucket["policy"];
  isPublic: boolean;
  /** The address of the bucket. */
  address: string;
  /** `null` for a member who may not change it. */
  save: SavePolicy | null;
}

/** The rules of a bucket in their order, and beside them what they answer. */
export function PolicyEditor({ policy, isPublic, address, save }: Props) {
  const draft = usePolicyDraft(policy, save);
  const form = useRef<HTMLFormElement>(null);
  useUnsaved(form, draft.differs);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    draft.submit();
  };
  return (
    <div className={classes.page}>
      <form ref={form} onSubmit={submit} aria-label="Policy" className={classes.rules}>
        <Refusal message={draft.refusal} mb="sm" />
        {isPublic && (
          <p className={classes.none}>The bucket is public: anyone can read its objects, whatever the rules.</p>
        )}
        {draft.rules.length === 0 && (
          <p className={classes.none}>
            No rules yet. {isPublic ? "For everything else, only" : "Only"} server keys and members reach this bucket.
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
              Save policy
            </Button>
            <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} onClick={draft.add}>
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
      <ExplainBox address={address} isUnsaved={draft.differs} onExplained={draft.decide} />
    </div>
  );
}
