"use client";

import { ActionIcon, Button, Group, NativeSelect, Stack, TextInput } from "@mantine/core";
import { IconFilter, IconPlus, IconX } from "@tabler/icons-react";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { operatorChoices } from "@/components/ui/operator-choices";
import type { RowFilter } from "@/lib/sql/tables/resource";
import { type RowView, rowAddress } from "./row-address";

interface Props {
  base: string;
  view: RowView;
  columns: readonly string[];
  operators: readonly RowFilter["operator"][];
}

const hasValue = (operator: string) => operator !== "is null" && operator !== "is not null";

/** The filter of a table, whose conditions are in the address, so that a view can be bookmarked and shared. */
export function RowFilters({ base, view, columns, operators }: Props) {
  const router = useRouter();
  const [isWorking, start] = useTransition();
  const [drafts, setDrafts] = useState<readonly RowFilter[]>(view.filters);
  const names = columns.length > 0 ? columns : [...new Set(view.filters.map(({ column }) => column))];
  const show = (filters: readonly RowFilter[]) =>
    start(() => router.push(rowAddress(base, { ...view, filters, cursor: undefined }) as Route));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    show(
      drafts.map(({ column, operator, value }) => ({
        column,
        operator,
        ...(hasValue(operator) && { value: value ?? "" }),
      })),
    );
  };
  const change = (place: number, part: Partial<RowFilter>) =>
    setDrafts(drafts.map((draft, index) => (index === place ? { ...draft, ...part } : draft)));
  const add = () => setDrafts([...drafts, { column: names[0] ?? "", operator: "equals", value: "" }]);
  if (drafts.length === 0) {
    return (
      <Group gap="xs">
        <Button
          variant="default"
          size="xs"
          leftSection={<IconFilter size={14} aria-hidden />}
          onClick={add}
          disabled={names.length === 0}
        >
          Filter
        </Button>
        {view.filters.length > 0 && (
          <Button size="xs" variant="subtle" loading={isWorking} onClick={() => show([])}>
            Show all rows
          </Button>
        )}
      </Group>
    );
  }
  return (
    <form onSubmit={apply} aria-label="Filter">
      <Stack gap={6}>
        {drafts.map((draft, place) => (
          <Condition
            // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no other identity
            key={place}
            draft={draft}
            operators={operators}
            number={place + 1}
            columns={names}
            onChange={(part) => change(place, part)}
            onRemove={() => setDrafts(drafts.filter((_, index) => index !== place))}
          />
        ))}
        <Group gap={6}>
          <Button type="submit" size="xs" loading={isWorking}>
            Apply
          </Button>
          <Button
            size="xs"
            variant="subtle"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={add}
            disabled={drafts.length >= 10}
          >
            Add condition
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

interface ConditionProps {
  draft: RowFilter;
  number: number;
  columns: readonly string[];
  operators: readonly RowFilter["operator"][];
  onChange: (part: Partial<RowFilter>) => void;
  onRemove: () => void;
}

function Condition({ draft, number, columns, operators, onChange, onRemove }: ConditionProps) {
  return (
    <Group gap={6} wrap="nowrap" maw={680}>
      <NativeSelect
        size="xs"
        flex={1}
        miw={70}
        aria-label={`Column of condition ${number}`}
        value={draft.column}
        data={[...columns]}
        onChange={(event) => onChange({ column: event.currentTarget.value })}
      />
      <NativeSelect
        size="xs"
        flex={1}
        miw={70}
        aria-label={`Operator of condition ${number}`}
        value={draft.operator}
        data={operatorChoices(operators)}
        onChange={(event) =>
          onChange({ operator: operators.find((each) => each === event.currentTarget.value) ?? "equals" })
        }
      />
      {hasValue(draft.operator) && (
        <TextInput
          size="xs"
          flex={2}
          miw={70}
          aria-label={`Value of condition ${number}`}
          value={draft.value ?? ""}
          maxLength={1_000}
          onChange={(event) => onChange({ value: event.currentTarget.value })}
        />
      )}
      <ActionIcon variant="subtle" color="gray" aria-label={`Remove condition ${number}`} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
