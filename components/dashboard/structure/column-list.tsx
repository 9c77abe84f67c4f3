"use client";

import { Text } from "@mantine/core";
import { Listing } from "@/components/ui/listing";
import type { StructureColumn, TableStructure } from "@/lib/sql/structure/resource";
import * as columns from "./forms/column-forms";
import { type PartListProps, PartMenu, PartSection } from "./part-section";
import classes from "./structure.module.css";

/** The columns of a table, each with the possible changes. */
export function ColumnList({ table, canChange, open }: PartListProps) {
  const key = new Set(table.constraints.find(({ kind }) => kind === "primary key")?.columns);
  const actions = canChange ? [{ label: "Add column", form: () => columns.addColumnForm(table) }] : [];
  return (
    <PartSection title="Columns" count={table.columns.length} {...{ actions, open }}>
      <Listing label="Columns" minWidth={560} stacks columns={["Name", "Type", "NULL", "Default"]}>
        {table.columns.map((column) => (
          <tr key={column.name}>
            <th scope="row" className={classes.name}>
              <bdi>{column.name}</bdi>
              {column.comment && (
                <Text size="xs" c="dimmed" fw={400}>
                  {column.comment}
                </Text>
              )}
            </th>
            <td className={classes.code}>
              {column.type}
              {column.collation && <span className={classes.meta}> COLLATE {column.collation}</span>}
              {key.has(column.name) && <span className={classes.meta}> · primary key</span>}
            </td>
            <td className={classes.meta}>{column.isNullable ? "NULL" : "not null"}</td>
            <td className={classes.code}>{defaultText(column)}</td>
            <td data-actions>
              <PartMenu name={column.name} actions={canChange ? columnActions(table, column) : []} open={open} />
            </td>
          </tr>
        ))}
      </Listing>
    </PartSection>
  );
}

function defaultText({ identity, generated, expression }: StructureColumn): string {
  if (identity) return `counts up, ${identity}`;
  if (generated) return `generated: ${expression}`;
  return expression ?? "";
}

function columnActions(table: TableStructure, column: StructureColumn) {
  const isPlain = column.generated === null && column.identity === null;
  return [
    { label: "Rename", form: () => columns.renameColumnForm(table, column) },
    { label: "Change type", form: () => columns.retypeColumnForm(table, column) },
    ...(isPlain ? [{ label: "Change default", form: () => columns.defaultForm(table, column) }] : []),
    {
      label: column.isNullable ? "Require a value" : "Allow NULL",
      form: () => columns.nullableForm(table, column),
    },
    { label: "Comment", form: () => columns.columnCommentForm(table, column) },
    { label: "Drop column", isDestroying: true, form: () => columns.dropColumnForm(table, column) },
  ];
}
