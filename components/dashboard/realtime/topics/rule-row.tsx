"use client";

import { NativeSelect, TextInput } from "@mantine/core";
import { RuleFrame } from "../../rules/rule-frame";
import type { RuleFields } from "../../rules/rules-form";
import own from "../realtime.module.css";
import type { DraftRule, RuleField, TopicAudience } from "./draft-rule";

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
export function RuleRow({ rule, place, errors, change }: RuleFields<DraftRule, RuleField>) {
  const number = place.index + 1;
  const named = (label: string) => ({ label, "aria-label": `${label}, rule ${number}`, disabled: place.isReadOnly });
  return (
    <RuleFrame {...place} number={number}>
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
    </RuleFrame>
  );
}
