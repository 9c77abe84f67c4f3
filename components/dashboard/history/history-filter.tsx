"use client";

import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import { IconSearch } from "@tabler/icons-react";
import { LinkButton } from "@/components/ui/link";

interface Props {
  filter: { search?: string; status?: string; actorId?: string };
  people: readonly { id: string; email: string }[];
  /** The address of the page without a filter. */
  base: string;
}

const STATUSES = [
  { value: "", label: "Any" },
  { value: "succeeded", label: "Succeeded" },
  { value: "failed", label: "Failed" },
  { value: "cancelled", label: "Cancelled" },
  { value: "running", label: "Running" },
];

/** The filter of the history. Its fields are in the address, so that a view can be bookmarked and shared. */
export function HistoryFilter({ filter, people, base }: Props) {
  const isFiltered = Object.values(filter).some((value) => value !== undefined && value !== "");
  return (
    <form method="get">
      <Group align="flex-end" gap="sm">
        <TextInput
          name="search"
          label="Text"
          placeholder="Part of a statement"
          leftSection={<IconSearch size={16} aria-hidden />}
          defaultValue={filter.search ?? ""}
          maxLength={200}
        />
        <NativeSelect name="status" label="Result" defaultValue={filter.status ?? ""} data={STATUSES} />
        <NativeSelect
          name="person"
          label="Who"
          defaultValue={filter.actorId ?? ""}
          data={[{ value: "", label: "Anyone" }, ...people.map(({ id, email }) => ({ value: id, label: email }))]}
        />
        <Button type="submit" variant="default">
          Filter
        </Button>
        {isFiltered && (
          <LinkButton href={base} variant="subtle" color="gray">
            Clear
          </LinkButton>
        )}
      </Group>
    </form>
  );
}
