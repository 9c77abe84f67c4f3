"use client";

import { MenuDropdown, MenuItem, MenuLabel, TextInput } from "@mantine/core";
import { IconCheck, IconSearch } from "@tabler/icons-react";
import { useState } from "react";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import { PageLink } from "@/components/ui/page-link";
import { useDatabases } from "@/components/ui/use-databases";
import type { DatabaseMenuProps } from "./frame-props";
import classes from "./menus.module.css";

type Props = DatabaseMenuProps & Opened;

export default function OpenedDatabaseMenu({ organisationId, current, target }: Props) {
  const [query, setQuery] = useState("");
  const databases = useDatabases(organisationId, query);
  return (
    <OpeningMenu target={target} position="bottom-start" width={280}>
      <MenuDropdown>
        <TextInput
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          leftSection={<IconSearch size={14} aria-hidden />}
          placeholder="Find a database"
          aria-label="Find a database"
          maxLength={40}
          // The menu would take letters and arrows for its own.
          onKeyDown={(event) => event.key !== "ArrowDown" && event.key !== "Escape" && event.stopPropagation()}
        />
        <MenuLabel>Databases and branches</MenuLabel>
        {databases.map(({ id, name, depth }) => (
          <MenuItem
            key={id}
            component={PageLink}
            href={`/dashboard/${organisationId}/databases/${id}`}
            pl={`calc(var(--space-3) + ${depth} * var(--space-4))`}
            rightSection={id === current.id ? <IconCheck size={14} aria-label="Current database" /> : undefined}
          >
            <span className={classes.name}>{name}</span>
          </MenuItem>
        ))}
        {databases.length === 0 && <MenuLabel role="status">No results</MenuLabel>}
      </MenuDropdown>
    </OpeningMenu>
  );
}
