"use client";

import { Group, NativeSelect, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { IconButton } from "@/components/ui/icon-button";
import classes from "../../storage/policy/policy.module.css";
import own from "../realtime.module.css";
import type { DraftRule, TopicAudience } from "./draft-rule";
import type { RuleErrors } from "./use-rules-draft";

interface Props {
  rule: DraftRule;
  index: number;
  count: number;
  errors: RuleErrors;
  isReadOnly: boolean;
  /** Whether it decided what was last tried. */
  isDeciding: boolean;
  change: (part: Partial<DraftRule>) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

const AUDIENCES: readonly { value: TopicAudience; label: string }[] = [
  { value: "anyone", label: "Anyone" },
  { value: "signed-in", label: "Signed-in users" },
  { value: "server", label: "Servers only" },
  { value: "none", label: "No one" },
];

const ACTIONS = [
  { action: "subscribe", label: "Listens" },
  { action: "publish", label: "Sends" },
  { action: "presence", label: "Shows presence" },
] as const;

/** One rule of topics. The name of each field has the rule's number, as people count. */
export function RuleRow({ rule, index, count, errors, isReadOnly, isDeciding, change, move, remove }: Props) {
  const number = index + 1;
  const named = (label: string) => ({ label, "aria-label": `${label}, rule ${number}`, disabled: isReadOnly });
  return (
    <li className={classes.rule} data-deciding={isDeciding || undefined} aria-label={`Rule ${number}`}>
      <div className={classes.head}>
        <h2 className={classes.name}>Rule {number}</h2>
        {!isReadOnly && (
          <Group gap={4}>
            <IconButton aria-label={`Move rule ${number} up`} disabled={index === 0} onClick={() => move(-1)}>
              <IconArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton aria-label={`Move rule ${number} down`} disabled={index === count - 1} onClick={() => move(1)}>
              <IconArrowDown size={16} aria-hidden />
            </IconButton>
            <IconButton aria-label={`Delete rule ${number}`} onClick={remove}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          </Group>
        )}
      </div>
      <div className={own.fields}>
        <TextInput
          {...named("Topics")}
          placeholder="room:*"
          value={rule.pattern}
          onChange={(event) => change({ pattern: event.currentTarget.value })}
          error={errors.pattern}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
        {ACTIONS.map(({ action, label }) => (
          <NativeSelect
            key={action}
            {...named(label)}
            data={[...AUDIENCES]}
            value={rule[action]}
            onChange={(event) => change({ [action]: event.currentTarget.value as TopicAudience })}
            error={errors[action]}
          />
        ))}
      </div>
    </li>
  );
}
