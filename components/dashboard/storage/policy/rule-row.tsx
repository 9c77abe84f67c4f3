"use client";

import { Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { RuleFrame } from "../../rules/rule-frame";
import classes from "../../rules/rules.module.css";
import type { RuleFields } from "../../rules/rules-form";
import { ACTIONS, type Audience, type DraftRule, type ObjectAction, type RuleField } from "./draft-rule";

const AUDIENCES = [
  { value: "anyone", label: "Anyone" },
  { value: "signed-in", label: "Signed-in users" },
  { value: "claim", label: "Users with a claim" },
];

/** One rule of a policy. The name of each field has the rule's number, as refusals do. */
export function RuleRow({ rule, place, errors, change }: RuleFields<DraftRule, RuleField>) {
  const { index, isReadOnly } = place;
  const named = (label: string) => ({ label, "aria-label": `${label} of rule ${index}`, disabled: isReadOnly });
  return (
    <RuleFrame {...place} number={index}>
      <div className={classes.fields}>
        <TextInput
          {...named("Prefix")}
          placeholder="Every key"
          value={rule.prefix}
          onChange={(event) => change({ prefix: event.currentTarget.value })}
          error={errors.prefix}
          maxLength={1_024}
          autoComplete="off"
          spellCheck={false}
        />
        <NativeSelect
          {...named("For")}
          data={AUDIENCES}
          value={rule.audience}
          onChange={(event) => change({ audience: event.currentTarget.value as Audience })}
          error={rule.audience === "claim" ? undefined : errors.to}
        />
        {rule.audience === "claim" && (
          <>
            <TextInput
              {...named("Claim")}
              placeholder="role"
              value={rule.claimName}
              onChange={(event) => change({ claimName: event.currentTarget.value })}
              error={errors.to}
              maxLength={100}
              autoComplete="off"
              spellCheck={false}
            />
            <TextInput
              {...named("Value")}
              placeholder="editor"
              value={rule.claimValue}
              onChange={(event) => change({ claimValue: event.currentTarget.value })}
              maxLength={180}
              autoComplete="off"
              spellCheck={false}
            />
          </>
        )}
        <TextInput
          {...named("Largest object (MB)")}
          placeholder="The bucket's limit"
          value={rule.megabytes}
          onChange={(event) => change({ megabytes: event.currentTarget.value })}
          error={errors.maxBytes}
          maxLength={20}
          inputMode="decimal"
          autoComplete="off"
        />
      </div>
      <Checkbox.Group
        label="Allows"
        value={[...rule.allow]}
        onChange={(allow) => change({ allow: allow as ObjectAction[] })}
        error={errors.allow}
      >
        <Group gap="md" mt={4}>
          {ACTIONS.map(({ value, label }) => (
            <Checkbox
              key={value}
              value={value}
              label={label}
              aria-label={`${label}, rule ${index}`}
              disabled={isReadOnly}
              size="xs"
            />
          ))}
        </Group>
      </Checkbox.Group>
    </RuleFrame>
  );
}
