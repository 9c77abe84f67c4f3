"use client";

import { Text } from "@mantine/core";
import { Listing } from "@/components/ui/listing";
import { byteText } from "@/lib/core/byte-text";
import * as parts from "./forms/part-forms";
import { type PartListProps, PartMenu, PartSection } from "./part-section";
import classes from "./structure.module.css";

/** The indexes of a table, with their sizes and how often each was used. */
export function IndexList({ table, canChange, open }: PartListProps) {
  const actions = canChange ? [{ label: "Create index", form: () => parts.createIndexForm(table) }] : [];
  const empty = table.indexes.length === 0 ? "Without an index, every query reads the whole table." : null;
  return (
    <PartSection title="Indexes" count={table.indexes.length} {...{ actions, open, empty }}>
      <Listing
        label="Indexes"
        minWidth={560}
        stacks
        columns={["Name", "On", { name: "Size", isFigure: true }, { name: "Scans", isFigure: true }]}
      >
        {table.indexes.map((index) => (
          <tr key={index.name}>
            <th scope="row" className={classes.name}>
              <bdi>{index.name}</bdi>
              {!index.isValid && (
                <Text size="xs" c="red">
                  invalid: drop it and create it again
                </Text>
              )}
            </th>
            <td className={classes.code}>
              {index.keys.join(", ")}
              {index.included.length > 0 && ` include ${index.included.join(", ")}`}
              {index.condition && ` where ${index.condition}`}
              <span className={classes.meta}>
                {index.method !== "btree" && ` · ${index.method}`}
                {index.isPrimary ? " · primary key" : index.isUnique && " · unique"}
              </span>
            </td>
            <td data-figure data-label="Size">
              {byteText(index.bytes)}
            </td>
            <td data-figure data-label="Scans">
              {index.scans.toLocaleString("en")}
            </td>
            <td data-actions>
              {canChange && !index.isOfConstraint && (
                <PartMenu
                  name={index.name}
                  open={open}
                  actions={[{ label: "Drop index", isDestroying: true, form: () => parts.dropIndexForm(table, index) }]}
                />
              )}
            </td>
          </tr>
        ))}
      </Listing>
    </PartSection>
  );
}
