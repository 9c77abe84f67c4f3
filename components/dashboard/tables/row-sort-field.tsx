"use client";

import { NativeSelect } from "@mantine/core";
import type { RowSort } from "@/lib/sql/tables/resource";
import classes from "./row-browser.module.css";

interface Props {
  columns: readonly string[];
  sort: readonly RowSort[];
  onSort: (sort: readonly RowSort[]) => void;
}

const textOf = ({ column, direction }: RowSort) => `${column} ${direction === "ascending" ? "↑" : "↓"}`;

/** The order of the rows, on a phone, where no heads of columns can be pressed. */
export function RowSortField({ columns, sort, onSort }: Props) {
  const choices = columns.flatMap((column): RowSort[] => [
    { column, direction: "ascending" },
    { column, direction: "descending" },
  ]);
  const current = sort.map(textOf).join(", ");
  const several = sort.length > 1 ? [{ value: current, label: `Sort: ${current}` }] : [];
  return (
    <NativeSelect
      size="xs"
      className={classes.sort}
      aria-label="Sort"
      value={current}
      data={[
        { value: "", label: "Sort" },
        ...several,
        ...choices.map((choice) => ({ value: textOf(choice), label: `Sort: ${textOf(choice)}` })),
      ]}
      onChange={(event) => onSort(choices.filter((choice) => textOf(choice) === event.currentTarget.value))}
    />
  );
}
