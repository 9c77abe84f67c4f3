"use client";

import * as parts from "./forms/part-forms";
import { type PartListProps, PartTable } from "./part-section";
import classes from "./structure.module.css";

/** The keys and checks of a table. */
export function ConstraintList({ table, canChange, open }: PartListProps) {
  const hasKey = table.constraints.some(({ kind }) => kind === "primary key");
  const actions = [
    ...(hasKey ? [] : [{ label: "Primary key", form: () => parts.addKeyForm(table, "primary key") }]),
    { label: "Foreign key", form: () => parts.addForeignKeyForm(table) },
    { label: "Unique", form: () => parts.addKeyForm(table, "unique") },
    { label: "Check", form: () => parts.addCheckForm(table) },
  ];
  return (
    <PartTable
      title="Keys and checks"
      parts={table.constraints}
      actions={canChange ? actions : []}
      open={open}
      empty={table.constraints.length === 0 ? "No keys or checks." : null}
      columns={[
        {
          ...{ name: "Definition", card: null, className: classes.code },
          cell: ({ definition, isValidated, isInherited }) => (
            <>
              {definition}
              <span className={classes.meta}>
                {!isValidated && " · older rows not checked"}
                {isInherited && " · of the parent table"}
              </span>
            </>
          ),
        },
      ]}
      changesOf={(constraint) =>
        canChange && !constraint.isInherited
          ? [{ label: "Drop", isDestroying: true, form: () => parts.dropConstraintForm(table, constraint) }]
          : []
      }
    />
  );
}
