"use client";

import { Button, Menu, Text } from "@mantine/core";
import { IconPlus } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { DataTable, type DataTableProps } from "@/components/ui/lists/data-table";
import { RowMenu } from "@/components/ui/row-menu";
import type { TableStructure } from "@/lib/sql/structure/resource";
import type { SqlForm } from "./forms/form";
import classes from "./structure.module.css";

export interface PartAction {
  label: string;
  form: () => SqlForm;
  isDestroying?: boolean;
}

export interface PartListProps {
  table: TableStructure;
  /** Whether the member may change the table, and the relation is one whose structure changes here. */
  canChange: boolean;
  open: (form: SqlForm) => void;
}

interface SectionProps {
  title: string;
  count?: number;
  /** The actions that add or change; empty for a member who may not. */
  actions: readonly PartAction[];
  open: (form: SqlForm) => void;
  /** The sentence in place of an empty list. */
  empty?: string | null;
  children: ReactNode;
}

/** A part of a table's structure, with the forms that add to it. */
export function PartSection({ title, count, actions, open, empty = null, children }: SectionProps) {
  return (
    <section aria-label={title}>
      <div className={classes.head}>
        <h2 className="section-title">
          {title}
          {count !== undefined && count > 0 && <span className={classes.count}>{count}</span>}
        </h2>
        {actions.length === 1 && actions[0] && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={14} aria-hidden />}
            onClick={() => actions[0] && open(actions[0].form())}
          >
            {actions[0].label}
          </Button>
        )}
        {actions.length > 1 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button variant="default" size="xs" leftSection={<IconPlus size={14} aria-hidden />}>
                Add
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {actions.map((action) => (
                <Menu.Item key={action.label} onClick={() => open(action.form())}>
                  {action.label}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {empty === null ? (
        children
      ) : (
        <Text size="sm" c="dimmed">
          {empty}
        </Text>
      )}
    </section>
  );
}

interface MenuProps {
  name: string;
  actions: readonly PartAction[];
  open: (form: SqlForm) => void;
}

/** The menu at the end of a row, whose items open a form each. */
export function PartMenu({ name, actions, open }: MenuProps) {
  const items = actions.map(({ label, form, isDestroying = false }) => ({
    label,
    isDestructive: isDestroying,
    onSelect: () => open(form()),
  }));
  return <RowMenu label={`Actions for ${name}`} actions={items} />;
}

interface TableProps<Part> extends Omit<SectionProps, "count" | "children"> {
  /** The name of the table; by default the title of the section. */
  label?: string;
  parts: readonly Part[];
  /** A line below the name of a part. */
  note?: (part: Part) => ReactNode;
  /** The columns behind the name. */
  columns: DataTableProps<Part>["columns"];
  /** Returns the changes of a part; none for a member who may not change it. */
  changesOf: (part: Part) => readonly PartAction[];
  /** Content above the table. */
  children?: ReactNode;
}

/** A part of a table's structure as a table, whose rows end with the changes. */
export function PartTable<Part extends { name: string }>(props: TableProps<Part>) {
  const { label, parts, note, columns, changesOf, children, ...section } = props;
  const name = {
    name: "Name",
    className: classes.name,
    cell: (part: Part) => (
      <>
        <bdi>{part.name}</bdi>
        {note?.(part)}
      </>
    ),
  };
  return (
    <PartSection {...section} count={parts.length}>
      {children}
      <DataTable
        label={label ?? section.title}
        minWidth={560}
        rows={parts}
        keyOf={(part) => part.name}
        columns={[name, ...columns]}
        end={(part) => <PartMenu name={part.name} actions={changesOf(part)} open={section.open} />}
      />
    </PartSection>
  );
}
