"use client";

import { Text } from "@mantine/core";
import { byteText } from "@/lib/core/byte-text";
import * as parts from "./forms/part-forms";
import { type PartListProps, PartTable } from "./part-section";
import classes from "./structure.module.css";

/** The indexes of a table, with their sizes and how often each was used. */
export function IndexList({ table, canChange, open }: PartListProps) {
  const actions = canChange ? [{ label: "Create index", form: () => parts.createIndexForm(table) }] : [];
  const empty = table.indexes.length === 0 ? "Without an index, every query reads the whole table." : null;
  return (
    <PartTable
      title="Indexes"
      parts={table.indexes}
      {...{ actions, open, empty }}
      note={({ isValid }) =>
        !isValid && (
          <Text size="xs" c="red">
            invalid: drop it and create it again
          </Text>
        )
      }
      columns={[
        {
          ...{ name: "On", card: null, className: classes.code },
          cell: ({ keys, included, condition, method, isPrimary, isUnique }) => (
            <>
              {keys.join(", ")}
              {included.length > 0 && ` include ${included.join(", ")}`}
              {condition && ` where ${condition}`}
              <span className={classes.meta}>
                {method !== "btree" && ` · ${method}`}
                {isPrimary ? " · primary key" : isUnique && " · unique"}
              </span>
            </>
          ),
        },
        { name: "Size", isFigure: true, cell: ({ bytes }) => byteText(bytes) },
        { name: "Scans", isFigure: true, cell: ({ scans }) => scans.toLocaleString("en") },
      ]}
      changesOf={(index) =>
        canChange && !index.isOfConstraint
          ? [{ label: "Drop index", isDestroying: true, form: () => parts.dropIndexForm(table, index) }]
          : []
      }
    />
  );
}
