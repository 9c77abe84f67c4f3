"use client";

import { ActionIcon, Menu, Text, Title, UnstyledButton } from "@mantine/core";
import { IconDots, IconFileText, IconPencil, IconTrash } from "@tabler/icons-react";
import { useId } from "react";
import type { SavedQuery } from "@/lib/sql/saved-queries/resource";
import classes from "./workspace.module.css";

export interface SavedQueriesProps {
  queries: readonly SavedQuery[];
  /** The id of the query that is shown; `null` where none is. */
  openId: string | null;
  /** The ids of queries with unsaved changes. */
  changed: ReadonlySet<string>;
  open: (query: SavedQuery) => void;
  /** Renames a query; absent for a member who may not. */
  rename?: ((query: SavedQuery) => void) | undefined;
  remove?: ((query: SavedQuery) => void) | undefined;
}

/** The saved queries of the database by name. */
export function SavedQueries({ queries, openId, changed, open, rename, remove }: SavedQueriesProps) {
  const headingId = useId();
  return (
    <nav aria-labelledby={headingId} className={classes.saved}>
      <Title order={2} size="h6" id={headingId} mb={6}>
        Saved queries
      </Title>
      <ul className="plain-list">
        {queries.map((query) => (
          <Entry
            key={query.id}
            name={query.name}
            isOpen={openId === query.id}
            isChanged={changed.has(query.id)}
            open={() => open(query)}
          >
            {rename && remove && (
              <Menu position="bottom-end" width={160}>
                <Menu.Target>
                  <ActionIcon variant="subtle" color="gray" size="sm" aria-label={`Actions for ${query.name}`}>
                    <IconDots size={15} aria-hidden />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item leftSection={<IconPencil size={15} aria-hidden />} onClick={() => rename(query)}>
                    Rename
                  </Menu.Item>
                  <Menu.Item leftSection={<IconTrash size={15} aria-hidden />} onClick={() => remove(query)}>
                    Delete
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </Entry>
        ))}
      </ul>
      {queries.length === 0 && (
        <Text size="xs" c="dimmed">
          {rename ? "Saved queries are shared with everyone in the organisation." : "No saved queries yet."}
        </Text>
      )}
    </nav>
  );
}

interface EntryProps {
  name: string;
  isOpen: boolean;
  isChanged: boolean;
  open: () => void;
  children?: React.ReactNode;
}

function Entry({ name, isOpen, isChanged, open, children }: EntryProps) {
  return (
    <li className={classes.entry} data-open={isOpen || undefined}>
      <UnstyledButton className={classes.name} onClick={open} aria-current={isOpen ? "true" : undefined}>
        <IconFileText size={15} stroke={1.6} aria-hidden />
        <span className={classes.text}>{name}</span>
        {isChanged && <span className={classes.dot} role="img" aria-label="unsaved" />}
      </UnstyledButton>
      {children}
    </li>
  );
}
