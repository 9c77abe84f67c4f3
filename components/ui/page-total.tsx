"use client";

import { Button, Group, Text } from "@mantine/core";
import { useState, useTransition } from "react";
import type { Outcome } from "@/lib/web/resource";
import { showRefusal } from "./announce";
import { countText, estimateText } from "./figure-text";

interface Props {
  noun: "row" | "document";
  /** The number of rows or documents on the page, and the number before them. */
  shown: number;
  before: number;
  hasNext: boolean;
  /** The estimated total by PostgreSQL's statistics; `null` where there is none. */
  estimate: number | null;
  note?: string;
  count: () => Promise<Outcome<{ count: number }>>;
}

/** Shows the range of a page and the total: an estimate at first, and the exact number when the user asks for it. */
export function PageTotal({ noun, shown, before, hasNext, estimate, note = "", count }: Props) {
  const [exact, setExact] = useState<number | null>(null);
  const [isCounting, start] = useTransition();
  if (shown === 0) return <span />;
  const isWhole = before === 0 && !hasNext;
  const ask = () =>
    start(async () => {
      const outcome = await count();
      if (outcome.isDone) setExact(outcome.value.count);
      else showRefusal(outcome.message);
    });
  const range = `${(before + 1).toLocaleString("en")}–${(before + shown).toLocaleString("en")}`;
  const total = exact?.toLocaleString("en") ?? (estimate === null ? null : estimateText(estimate));
  const plural = noun === "row" ? "Rows" : "Documents";
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed" role="status">
        {isWhole ? countText(shown, noun) : `${plural} ${range}${total === null ? "" : ` of ${total}`}${note}`}
      </Text>
      {!isWhole && exact === null && (
        <Button size="compact-xs" variant="subtle" loading={isCounting} onClick={ask}>
          Count exactly
        </Button>
      )}
    </Group>
  );
}
