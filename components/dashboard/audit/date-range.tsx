"use client";

import { Button, Group, TextInput } from "@mantine/core";
import type { AuditQuery } from "./list";

/** The first and the last day of a range, in UTC. */
export function DateRange({ address, query }: { address: string; query: AuditQuery }) {
  const { from, until, when: _, ...kept } = query;
  return (
    <form method="get" action={address} aria-label="Range of days, UTC">
      {Object.entries(kept).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <input type="hidden" name="when" value="range" />
      <Group gap="xs" wrap="nowrap">
        <TextInput name="from" type="date" aria-label="From" defaultValue={from ?? ""} />
        <TextInput name="until" type="date" aria-label="Until" defaultValue={until ?? ""} />
        <Button type="submit" variant="default">
          Show
        </Button>
      </Group>
    </form>
  );
}
