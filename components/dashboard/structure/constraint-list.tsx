"use client";

import { Listing } from "@/components/ui/listing";
import * as parts from "./forms/part-forms";
import { type PartListProps, PartMenu, PartSection } from "./part-section";
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
  const empty = table.constraints.length === 0 ? "No keys or checks." : null;
  return (
    <PartSection
      title="Keys and checks"
      count={table.constraints.length}
      actions={canChange ? actions : []}
      {...{ open, empty }}
    >
      <Listing label="Keys and checks" minWidth={560} stacks columns={["Name", "Definition"]}>
        {table.constraints.map((constraint) => (
          <tr key={constraint.name}>
            <th scope="row" className={classes.name}>
              <bdi>{constraint.name}</bdi>
            </th>
            <td className={classes.code}>
              {constraint.definition}
              <span className={classes.meta}>
                {!constraint.isValidated && " · older rows not checked"}
                {constraint.isInherited && " · of the parent table"}
              </span>
            </td>
            <td data-actions>
              {canChange && !constraint.isInherited && (
                <PartMenu
                  name={constraint.name}
                  open={open}
                  actions={[
                    { label: "Drop", isDestroying: true, form: () => parts.dropConstraintForm(table, constraint) },
                  ]}
                />
              )}
            </td>
          </tr>
        ))}
      </Listing>
    </PartSection>
  );
}
