"use client";

import { Button, Group, Text } from "@mantine/core";
import { useState, useTransition } from "react";
import type { Outcome } from "@/components/ui/outcome";
import { estimateText } from "./figures";
import type { RowView } from "./row-address";
import type { BrowsedTable } from "./table";
import { showRefusal } from "./use-changes";

interface Props {
  view: RowView;
  table: BrowsedTable;
  count: (selection: unknown) => Promise<Outcome<{ count: number }>>;
}

/** Which rows these are, of how many: an estimate, and the exact number when it is asked for. */
export function RowTotal({ view, table, count }: Props) {
  const [exact, setExact] = useState<number | null>(null);
  const [isCounting, start] = useTransition();
  const { rows, rowsBefore, shape, isCountedOff } = table;
  const isWhole = rowsBefore === 0 && table.next === null;
  const ask = () =>
    start(async () => {
      const { schema, name, filters } = view;
      const outcome = await count({ schema, name, filters });
      if (outcome.isDone) setExact(outcome.value.count);
      else showRefusal(outcome.message);
    });
  const range = `${(rowsBefore + 1).toLocaleString("en")}–${(rowsBefore + rows.length).toLocaleString("en")}`;
  const total =
    exact !== null
      ? ` of ${exact.toLocaleString("en")}`
      : view.filters.length === 0 && shape.kind !== "view" && shape.estimatedRows !== null
        ? ` of ${estimateText(shape.estimatedRows)}`
        : "";
  if (rows.length === 0) return <span />;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {isWhole ? (rows.length === 1 ? "1 row" : `${rows.length} rows`) : `Rows ${range}${total}`}
        {isCountedOff && !isWhole && ", counted off up to 10,000"}
      </Text>
      {!isWhole && exact === null && (
        <Button size="compact-xs" variant="subtle" loading={isCounting} onClick={ask}>
          Count exactly
        </Button>
      )}
    </Group>
  );
}
