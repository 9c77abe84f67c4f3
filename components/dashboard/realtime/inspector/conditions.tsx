"use client";

import { Button, NativeSelect, TextInput } from "@mantine/core";
import { IconPlus, IconX } from "@tabler/icons-react";
import { IconButton } from "@/components/ui/icon-button";
import { untilHydrated } from "@/components/ui/until-hydrated";
import classes from "./inspector.module.css";
import { type DraftCondition, OPERATORS } from "./request";

const MAX_CONDITIONS = 10;
const SIGNS: Record<(typeof OPERATORS)[number], string> = {
  ...{ eq: "=", neq: "≠", lt: "<", lte: "≤", gt: ">", gte: "≥" },
  ...{ in: "in", is: "is" },
};

interface Props {
  conditions: readonly DraftCondition[];
  change: (conditions: readonly DraftCondition[]) => void;
}

/** The conditions of a subscription, all of which must hold. */
export function Conditions({ conditions, change }: Props) {
  const set = (id: number, part: Partial<DraftCondition>) =>
    change(conditions.map((one) => (one.id === id ? { ...one, ...part } : one)));
  const add = () => change([...conditions, { id: (conditions.at(-1)?.id ?? 0) + 1, column: "", op: "eq", value: "" }]);
  return (
    <fieldset className={classes.conditions}>
      <legend>Filter</legend>
      {conditions.map(({ id, column, op, value }, index) => (
        <div key={id} className={classes.condition}>
          <TextInput
            aria-label={`Column, condition ${index + 1}`}
            placeholder="list_id"
            value={column}
            onChange={(event) => set(id, { column: event.currentTarget.value })}
            maxLength={63}
            autoComplete="off"
            spellCheck={false}
          />
          <NativeSelect
            aria-label={`Operator, condition ${index + 1}`}
            data={OPERATORS.map((one) => ({ value: one, label: SIGNS[one] }))}
            value={op}
            onChange={(event) => set(id, { op: event.currentTarget.value as DraftCondition["op"] })}
          />
          <TextInput
            aria-label={`Value, condition ${index + 1}`}
            placeholder={op === "in" ? "1, 2, 3" : op === "is" ? "null" : "7"}
            value={value}
            onChange={(event) => set(id, { value: event.currentTarget.value })}
            maxLength={1_000}
            autoComplete="off"
            spellCheck={false}
          />
          <IconButton
            aria-label={`Remove condition ${index + 1}`}
            onClick={() => change(conditions.filter((one) => one.id !== id))}
          >
            <IconX size={16} aria-hidden />
          </IconButton>
        </div>
      ))}
      {conditions.length < MAX_CONDITIONS && (
        <Button
          variant="default"
          size="compact-sm"
          leftSection={<IconPlus size={14} aria-hidden />}
          onClick={add}
          {...untilHydrated}
        >
          Add condition
        </Button>
      )}
    </fieldset>
  );
}
