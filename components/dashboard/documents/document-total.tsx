"use client";

import { Button, Group, Text } from "@mantine/core";
import { useState, useTransition } from "react";
import type { Outcome } from "@/components/ui/outcome";
import { estimateText } from "../tables/figures";
import { showRefusal } from "../tables/use-changes";
import type { BrowsedDocuments } from "./collection";

interface Props {
  page: BrowsedDocuments;
  isFiltered: boolean;
  count: () => Promise<Outcome<{ count: number }>>;
}

/** Which documents these are, of how many: an estimate, and the exact number when it is asked for. */
export function DocumentTotal({ page, isFiltered, count }: Props) {
  const [exact, setExact] = useState<number | null>(null);
  const [isCounting, start] = useTransition();
  const { documents, rowsBefore, next, collection } = page;
  if (documents.length === 0) return <span />;
  const isWhole = rowsBefore === 0 && next === null;
  const estimate = collection.estimatedDocuments;
  const known =
    exact === null ? (isFiltered || estimate === null ? "" : estimateText(estimate)) : exact.toLocaleString("en");
  const range = `${(rowsBefore + 1).toLocaleString("en")}–${(rowsBefore + documents.length).toLocaleString("en")}`;
  const ask = () =>
    start(async () => {
      const outcome = await count();
      if (outcome.isDone) setExact(outcome.value.count);
      else showRefusal(outcome.message);
    });
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {isWhole
          ? documents.length === 1
            ? "1 document"
            : `${documents.length} documents`
          : `Documents ${range}${known && ` of ${known}`}`}
      </Text>
      {!isWhole && exact === null && (
        <Button size="compact-xs" variant="subtle" loading={isCounting} onClick={ask}>
          Count exactly
        </Button>
      )}
    </Group>
  );
}
