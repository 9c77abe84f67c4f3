"use client";

import { Checkbox, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconTrash } from "@tabler/icons-react";
import { IconButton } from "@/components/ui/icon-button";
import { ACTIONS, type Audience, type DraftRule, type ObjectAction } from "./draft-rule";
import classes from "./policy.module.css";

export type RuleErrors = Partial<Record<"prefix" | "allow" | "to" | "maxBytes", string>>;

interface Props {
  rule: DraftRule;
  index: number;
  count: number;
  errors: RuleErrors;
  isReadOnly: boolean;
  /** Whether it decided what was last explained. */
  isDeciding: boolean;
  change: (part: Partial<DraftRule>) => void;
  move: (by: -1 | 1) => void;
  remove: () => void;
}

const AUDIENCES = [
  { value: "anyone", label: "Anyone" },
  { value: "signed-in", label: "Signed-in users" },
  { value: "claim", label: "Users with a claim" },
];

/** One rule of a policy. The name of each field has the rule's number, as refusals do. */
export function RuleRow({ rule, index, count, errors, isReadOnly, isDeciding, change, move, remove }: Props) {
  const named = (label: string) => ({ label, "aria-label": `${label} of rule ${index}`, disabled: isReadOnly });
  return (
    <li className={classes.rule} data-deciding={isDeciding || undefined} aria-label={`Rule ${index}`}>
      <div className={classes.head}>
        <h2 className={classes.name}>Rule {index}</h2>
        {!isReadOnly && (
          <Group gap={4}>
            <IconButton aria-label={`Move rule ${index} up`} disabled={index === 0} onClick={() => move(-1)}>
              <IconArrowUp size={16} aria-hidden />
            </IconButton>
            <IconButton aria-label={`Move rule ${index} down`} disabled={index === count - 1} onClick={() => move(1)}>
              <IconArrowDown size={16} aria-hidden />
            </IconButton>
            <IconButton aria-label={`Delete rule ${index}`} onClick={remove}>
              <IconTrash size={16} aria-hidden />
            </IconButton>
          </Group>
        )}
      </div>
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
    </li>
  );
}
