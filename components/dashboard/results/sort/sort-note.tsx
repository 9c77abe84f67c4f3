"use client";

import { Anchor, Text } from "@mantine/core";
import type { ResultColumn } from "@/lib/sql/statements/resource";
import classes from "../result-grid.module.css";
import type { Sort } from "./use-sort";

interface Props {
  by: Sort | null;
  isSorting: boolean;
  columns: readonly ResultColumn[];
  /** Whether there are more rows than those that were loaded. */
  isTruncated: boolean;
  reset: () => void;
}

/** Says how the loaded rows are sorted and where NULL is, with a way back to the order in which they arrived. */
export function SortNote({ by, isSorting, columns, isTruncated, reset }: Props) {
  if (isSorting)
    return (
      <Text size="xs" c="dimmed" role="status">
        {by ? "Sorting…" : null}
      </Text>
    );
  if (!by) return null;
  const nulls = by.direction === "ascending" ? "NULL last" : "NULL first";
  return (
    <div className={classes.note}>
      <Text size="xs" c="dimmed" role="status" truncate>
        Sorted by <bdi>{columns[by.column]?.name}</bdi>, {by.direction}, {nulls}
        {isTruncated && ", loaded rows only"}
      </Text>
      <Anchor component="button" type="button" size="xs" flex="none" onClick={reset}>
        Original order
      </Anchor>
    </div>
  );
}
