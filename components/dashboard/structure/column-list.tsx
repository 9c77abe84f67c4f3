"use client";

import { Text } from "@mantine/core";
import type { StructureColumn, TableStructure } from "@/lib/sql/structure/resource";
import * as columns from "./forms/column-forms";
import { type PartListProps, PartTable } from "./part-section";
import classes from "./structure.module.css";

/** The columns of a table, each with the possible changes. */
export function ColumnList({ table, canChange, open }: PartListProps) {
  const key = new Set(table.constraints.find(({ kind }) => kind === "primary key")?.columns);
  const actions = canChange ? [{ label: "Add column", form: () => columns.addColumnForm(table) }] : [];
  return (
    <PartTable
      title="Columns"
      parts={table.columns}
      actions={actions}
      open={open}
      note={({ comment }) =>
        comment && (
          <Text size="xs" c="dimmed" fw={400}>
            {comment}
          </Text>
        )
      }
      columns={[
        {
          ...{ name: "Type", card: null, className: classes.code },
          cell: ({ name, type, collation }) => (
            <>
              {type}
              {collation && <span className={classes.meta}> COLLATE {collation}</span>}
              {key.has(name) && <span className={classes.meta}> · primary key</span>}
            </>
          ),
        },
        {
          ...{ name: "NULL", card: null, className: classes.meta },
          cell: ({ isNullable }) => (isNullable ? "NULL" : "not null"),
        },
        { name: "Default", card: null, className: classes.code, cell: defaultText },
      ]}
      changesOf={(column) => (canChange ? columnActions(table, column) : [])}
    />
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
