"use client";

import { Button, Group, NativeSelect, TextInput } from "@mantine/core";
import type { Route } from "next";
import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { operatorChoices } from "@/components/ui/operator-choices";
import type { DocumentFilter as Filter } from "@/lib/sql/documents/resource";
import { collectionAddress } from "./collection";

interface Props {
  base: string;
  collection: string;
  filters: readonly Filter[];
  operators: readonly Filter["operator"][];
}

/**
 * The filter of a collection: a path and the value at it. It is in the address, so that a view can be bookmarked and
 * shared.
 */
export function DocumentFilter({ base, collection, filters, operators }: Props) {
  const router = useRouter();
  const [isWorking, start] = useTransition();
  const [draft, setDraft] = useState<Filter>(filters[0] ?? { path: "", operator: "equals", value: "" });
  const hasValue = !draft.operator.endsWith("exist") && !draft.operator.endsWith("exists");
  const show = (wanted: readonly Filter[]) =>
    start(() => router.push(collectionAddress(base, collection, { filters: wanted }) as Route));
  const apply = (event: FormEvent) => {
    event.preventDefault();
    const { path, operator, value } = draft;
    show(path.trim() === "" ? [] : [{ path, operator, ...(hasValue && { value: value ?? "" }) }]);
  };
  return (
    <form onSubmit={apply} aria-label="Filter">
      <Group gap={6} align="flex-end">
        <TextInput
          size="xs"
          w={220}
          label="Path"
          placeholder="$.address.city"
          value={draft.path}
          maxLength={500}
          spellCheck={false}
          onChange={(event) => setDraft({ ...draft, path: event.currentTarget.value })}
        />
        <NativeSelect
          size="xs"
          w={130}
          label="Operator"
          value={draft.operator}
          data={operatorChoices(operators)}
          onChange={(event) =>
            setDraft({ ...draft, operator: operators.find((each) => each === event.currentTarget.value) ?? "equals" })
          }
        />
        {hasValue && (
          <TextInput
            size="xs"
            w={160}
            label="Value"
            value={draft.value ?? ""}
            maxLength={1_000}
            onChange={(event) => setDraft({ ...draft, value: event.currentTarget.value })}
          />
        )}
        <Button type="submit" size="xs" variant="default" loading={isWorking}>
          Filter
        </Button>
        {filters.length > 0 && (
          <Button
            size="xs"
            variant="subtle"
            onClick={() => {
              setDraft({ path: "", operator: "equals", value: "" });
              show([]);
            }}
          >
            Show all
          </Button>
        )}
      </Group>
    </form>
  );
}
