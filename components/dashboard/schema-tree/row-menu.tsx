"use client";

import { ActionIcon, Menu, Text } from "@mantine/core";
import { IconCopy, IconDots, IconPlus, IconTable, IconTerminal2 } from "@tabler/icons-react";
import { copyText } from "@/components/ui/copy-text";
import classes from "./schema-tree.module.css";
import { sqlName, sqlTableName } from "./sql-name";
import type { TreeRow } from "./tree-rows";

export interface TreeActions {
  /** Opens the rows of a table. */
  open: (table: { schema: string; name: string }) => void;
  /** Inserts a text at the cursor of the editor; absent on pages without one. */
  insert?: ((text: string) => void) | undefined;
  /** Opens a statement in the editor. */
  query?: ((text: string) => void) | undefined;
}

interface Props extends TreeActions {
  row: TreeRow;
  isOpen: boolean;
  onChange: (isOpen: boolean) => void;
  focusTree: () => void;
}

/** The menu of a node. The key of context menus opens it, so the button is no stop of the Tab key. */
export function TreeRowMenu({ row, isOpen, onChange, focusTree, open, insert, query }: Props) {
  const table = row.kind === "table" || row.kind === "partition" ? { schema: row.schema, name: row.name } : null;
  return (
    <Menu
      opened={isOpen}
      onChange={onChange}
      position="bottom-end"
      width={210}
      returnFocus={false}
      // An item that moved the focus to the editor keeps it there.
      onExitTransitionEnd={() => document.activeElement === document.body && focusTree()}
    >
      <Menu.Target>
        <ActionIcon
          className={classes.more}
          variant="subtle"
          color="gray"
          size="sm"
          tabIndex={-1}
          aria-label={`Actions for ${row.name}`}
        >
          <IconDots size={15} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {table && (
          <Menu.Item
            leftSection={<IconTable size={15} aria-hidden />}
            rightSection={<Text size="xs">⏎</Text>}
            onClick={() => open(table)}
          >
            Open rows
          </Menu.Item>
        )}
        {insert && (
          <Menu.Item leftSection={<IconPlus size={15} aria-hidden />} onClick={() => insert(insertedName(row))}>
            Insert name
          </Menu.Item>
        )}
        {table && query && (
          <Menu.Item
            leftSection={<IconTerminal2 size={15} aria-hidden />}
            onClick={() => query(`select * from ${sqlTableName(table)} limit 100`)}
          >
            Select 100 rows
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconCopy size={15} aria-hidden />} onClick={() => copyText(row.name, "Name")}>
          Copy name
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}

/** Returns the name of a node as it is inserted into SQL. */
export function insertedName(row: TreeRow): string {
  return row.kind === "table" || row.kind === "partition" ? sqlTableName(row) : sqlName(row.name);
}
