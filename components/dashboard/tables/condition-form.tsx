"use client";

import { Button, Group, NativeSelect, Stack, Text } from "@mantine/core";
import { type FormEvent, useState } from "react";
import type { RowCondition } from "@/lib/sql/tables/filters/resource";
import type { Column } from "@/lib/sql/tables/resource";
import { faultOf } from "../values/value-check";
import { ConditionValue } from "./condition-value";
import { fitted, listOf, OPERATORS, startOf } from "./filter-words";
import classes from "./row-filters.module.css";

interface Props {
  /** The condition as it is; `null` for a new one. */
  condition: RowCondition | null;
  /** The column with which a new condition starts; the first one by default. */
  first: string | undefined;
  columns: readonly Column[];
  /** Whether the form has a sheet to itself: its fields are as large as fingers need, and below each other. */
  isSheet: boolean;
  onApply: (condition: RowCondition) => void;
  /** Applies the condition and asks for an alternative to it; absent where there is no room for one. */
  onAlternative: ((condition: RowCondition) => void) | null;
}

/** The form of one condition: column, operator and values. */
export function ConditionForm({ condition, first, columns, isSheet, onApply, onAlternative }: Props) {
  const [draft, setDraft] = useState(() => condition ?? firstOf(columns, first));
  const [list, setList] = useState("");
  const [message, setMessage] = useState<string | null>(null);
  const column = columns.find(({ name }) => name === draft.column);
  const change = (part: Partial<RowCondition>) => {
    setMessage(null);
    setDraft((now) => fitted({ ...now, ...part }));
  };
  const changeColumn = (name: string) => {
    const next = columns.find((each) => each.name === name);
    if (!next) return;
    change(next.operators.includes(draft.operator) ? { column: name } : startOf(next));
  };
  const finish = (done: (condition: RowCondition) => void) => (event?: FormEvent) => {
    event?.preventDefault();
    const values = list === "" ? draft.values : listOf(list);
    const finished = fitted({ ...draft, ...(values && { values }) });
    const fault = column ? conditionFault(column, finished) : null;
    if (fault === null) done(finished);
    setMessage(fault);
  };
  const size = isSheet ? "sm" : "xs";
  const labelled = (label: string) => (isSheet ? { label } : { "aria-label": label });
  const operators = column?.operators ?? [draft.operator];
  return (
    <form onSubmit={finish(onApply)} aria-label="Condition">
      <Stack gap={8}>
        <div className={classes.fields} data-sheet={isSheet || undefined}>
          <NativeSelect
            data-autofocus={condition === null || undefined}
            size={size}
            {...labelled("Column")}
            value={draft.column}
            data={columns.map(({ name }) => name)}
            onChange={(event) => changeColumn(event.currentTarget.value)}
          />
          <NativeSelect
            size={size}
            {...labelled("Operator")}
            value={draft.operator}
            data={operators.map((value) => ({ value, label: OPERATORS[value].label }))}
            onChange={(event) =>
              change({ operator: operators.find((each) => each === event.currentTarget.value) ?? draft.operator })
            }
          />
        </div>
        <ConditionValue
          condition={draft}
          column={column}
          list={list}
          isSheet={isSheet}
          onChange={change}
          onList={setList}
        />
        {message !== null && (
          <Text size="xs" c="red" role="alert">
            {message}
          </Text>
        )}
        <Group gap={6} justify="flex-end">
          {onAlternative && (
            <Button size={isSheet ? "sm" : "compact-sm"} variant="subtle" onClick={() => finish(onAlternative)()}>
              Or…
            </Button>
          )}
          <Button type="submit" size={isSheet ? "sm" : "compact-sm"}>
            Apply
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

function firstOf(columns: readonly Column[], wanted: string | undefined): RowCondition {
  const first = columns.find(({ name }) => name === wanted) ?? columns[0];
  return first ? fitted(startOf(first)) : { column: "", operator: "equals", value: "" };
}

/** Returns the fault of a condition as far as it is known without PostgreSQL. */
function conditionFault(column: Column, { operator, value, values }: RowCondition): string | null {
  const { takes } = OPERATORS[operator];
  if (takes === "none") return null;
  if (takes === "list" && values?.length === 0) return "Enter at least one value.";
  if (takes === "list" && (values?.length ?? 0) > MAX_VALUES) return `Enter at most ${MAX_VALUES} values.`;
  const isTyped = column.operators.includes(operator) && !/contains|starts|like|matches|element/.test(operator);
  const given = values ?? [value ?? ""];
  if (isTyped && column.input !== "text" && given.includes("")) return "Enter a value.";
  if (operator === "json contains") return faultOf({ ...column, input: "json" }, value ?? "");
  if (!isTyped) return null;
  for (const each of given) {
    const fault = column.input === "number" && !isNumber(each) ? "Enter a number." : faultOf(column, each);
    if (fault !== null) return fault;
  }
  return null;
}

const MAX_VALUES = 100;

function isNumber(text: string): boolean {
  return /^\s*[-+]?(?:nan|inf(?:inity)?|0[xob][\da-f_]+|[\d_]*\.?[\d_]+(?:e[-+]?\d+)?|[\d_]+\.)\s*$/i.test(text);
}
