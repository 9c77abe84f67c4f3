"use client";

import { ActionIcon, Menu, Text, Title, UnstyledButton } from "@mantine/core";
import { IconDots, IconFileText, IconPencil, IconTrash } from "@tabler/icons-react";
import { type SavedQuery, SCRATCH } from "./use-drafts";
import classes from "./workspace.module.css";

interface Props {
  queries: readonly SavedQuery[];
  openId: string;
  /** Ids of those with changes that are not saved. */
  changed: ReadonlySet<string>;
  open: (id: string) => void;
  /** Absent for who may not. */
  rename?: ((query: SavedQuery) => void) | undefined;
  remove?: ((query: SavedQuery) => void) | undefined;
}

/** The database's queries by name, and the text that has none yet. */
export function SavedQueries({ queries, openId, changed, open, rename, remove }: Props) {
  return (
    <nav aria-labelledby="saved-queries" className={classes.side}>
      <Title order={2} size="h6" id="saved-queries" mb={6} c="dimmed">
        Queries
      </Title>
      <ul className={classes.list}>
        <Entry id={SCRATCH} name="Scratch" isOpen={openId === SCRATCH} isChanged={false} open={open} />
        {queries.map((query) => (
          <Entry
            key={query.id}
            id={query.id}
            name={query.name}
            isOpen={openId === query.id}
            isChanged={changed.has(query.id)}
            open={open}
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
        <Text size="xs" c="dimmed" mt={6} px={8}>
          {rename
            ? "Save gives a query a name, and everybody in the organisation finds it here."
            : "None is saved yet."}
        </Text>
      )}
    </nav>
  );
}

interface EntryProps {
  id: string;
  name: string;
  isOpen: boolean;
  isChanged: boolean;
  open: (id: string) => void;
  children?: React.ReactNode;
}

function Entry({ id, name, isOpen, isChanged, open, children }: EntryProps) {
  return (
    <li className={classes.entry} data-open={isOpen || undefined}>
      <UnstyledButton className={classes.name} onClick={() => open(id)} aria-current={isOpen ? "true" : undefined}>
        <IconFileText size={15} stroke={1.6} aria-hidden />
        <span className={classes.text}>{name}</span>
        {isChanged && <span className={classes.dot} role="img" aria-label="not saved" />}
      </UnstyledButton>
      {children}
    </li>
  );
}
