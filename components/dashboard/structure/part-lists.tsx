"use client";

import { Text } from "@mantine/core";
import { sizeText } from "@/components/ui/figure-text";
import { Listing } from "@/components/ui/listing";
import type { StructureColumn, TableStructure } from "@/lib/sql/structure/resource";
import * as columns from "./forms/column-forms";
import type { SqlForm } from "./forms/form";
import * as parts from "./forms/part-forms";
import * as policies from "./forms/policy-forms";
import { PartMenu, PartSection } from "./part-section";
import classes from "./structure.module.css";

interface Props {
  table: TableStructure;
  /** Whether the member may change the table, and the relation is one whose structure changes here. */
  canChange: boolean;
  open: (form: SqlForm) => void;
}

export function ColumnList({ table, canChange, open }: Props) {
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
            <td className={classes.menu}>
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

export function IndexList({ table, canChange, open }: Props) {
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
            <td data-figure>{sizeText(index.bytes)}</td>
            <td data-figure>{index.scans.toLocaleString("en")}</td>
            <td className={classes.menu}>
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

export function ConstraintList({ table, canChange, open }: Props) {
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
            <td className={classes.menu}>
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

export function PolicyList({ table, canChange, open }: Props) {
  const actions = [
    { label: "Policy", form: () => policies.createPolicyForm(table) },
    { label: "Row-level security on or off", form: () => policies.rowSecurityForm(table) },
  ];
  const empty =
    table.policies.length === 0 ? `Row-level security is ${table.rowSecurity}. There are no policies.` : null;
  return (
    <PartSection
      title="Row-level security"
      count={table.policies.length}
      actions={canChange ? actions : []}
      {...{ open, empty }}
    >
      <Text size="sm" c="dimmed">
        Row-level security is {table.rowSecurity}.
      </Text>
      <Listing label="Policies" minWidth={560} stacks columns={["Name", "For", "To", "Condition"]}>
        {table.policies.map((policy) => (
          <tr key={policy.name}>
            <th scope="row" className={classes.name}>
              <bdi>{policy.name}</bdi>
            </th>
            <td>
              {policy.command}
              {!policy.isPermissive && <span className={classes.meta}> · restrictive</span>}
            </td>
            <td>{policy.roles.join(", ")}</td>
            <td className={classes.code}>
              {[policy.using && `USING (${policy.using})`, policy.check && `WITH CHECK (${policy.check})`]
                .filter(Boolean)
                .join(" ")}
            </td>
            <td className={classes.menu}>
              {canChange && (
                <PartMenu
                  name={policy.name}
                  open={open}
                  actions={[
                    { label: "Drop policy", isDestroying: true, form: () => policies.dropPolicyForm(table, policy) },
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

export function TriggerList({ table }: Pick<Props, "table">) {
  if (table.triggers.length === 0) return null;
  return (
    <PartSection title="Triggers" count={table.triggers.length} actions={[]} open={() => undefined}>
      <ul className={classes.list}>
        {table.triggers.map((trigger) => (
          <li key={trigger.name} className={classes.code}>
            {trigger.definition}
            {!trigger.isEnabled && <span className={classes.meta}> · disabled</span>}
          </li>
        ))}
      </ul>
    </PartSection>
  );
}
