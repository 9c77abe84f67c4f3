"use client";

import { MenuDropdown, MenuItem, MenuLabel } from "@mantine/core";
import { IconCheck, IconDatabase, IconGitBranch } from "@tabler/icons-react";
import { useState } from "react";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import { PageLink } from "@/components/ui/page-link";
import { type NamedDatabase, useDatabases } from "@/components/ui/use-databases";
import type { FrameDatabase } from "../navigation/place-props";
import type { DatabaseMenuProps } from "./frame-props";
import { MenuSearch } from "./menu-search";
import classes from "./menus.module.css";

type Props = DatabaseMenuProps & Opened;

export default function OpenedDatabaseMenu({ organisationId, current, target }: Props) {
  const [query, setQuery] = useState("");
  const found = useDatabases(organisationId, query);
  const isSearch = query.trim() !== "";
  const databases = isSearch ? found : withCurrent(found, current);
  return (
    <OpeningMenu target={target} position="bottom-start" width={320}>
      <MenuDropdown>
        <MenuSearch label="Find a database" query={query} setQuery={setQuery} />
        <div className={classes.tree}>
          {databases.map(({ id, name, parentName, depth }) => (
            <MenuItem
              key={id}
              component={PageLink}
              href={`/dashboard/${organisationId}/databases/${id}`}
              aria-current={id === current.id ? "page" : undefined}
              pl={`calc(var(--space-3) + ${Math.min(depth, 6)} * var(--space-4))`}
              leftSection={
                parentName === null ? <IconDatabase size={14} aria-hidden /> : <IconGitBranch size={14} aria-hidden />
              }
              rightSection={id === current.id ? <IconCheck size={14} aria-label="Current database" /> : undefined}
            >
              <span className={classes.name}>{name}</span>
              {isSearch && depth === 0 && parentName !== null && (
                <span className={classes.email}>branch of {parentName}</span>
              )}
            </MenuItem>
          ))}
        </div>
        {databases.length === 0 && <MenuLabel role="status">No results</MenuLabel>}
      </MenuDropdown>
    </OpeningMenu>
  );
}

/** Returns the first databases with that of the page among them, below its parent where that is not listed either. */
function withCurrent(found: readonly NamedDatabase[], { id, name, parent }: FrameDatabase): readonly NamedDatabase[] {
  if (found.some((each) => each.id === id)) return found;
  const own = { id, name, parentName: parent?.name ?? null, depth: 0 };
  if (parent === null) return [own, ...found];
  const at = found.findIndex((each) => each.id === parent.id);
  if (at !== -1) return found.toSpliced(at + 1, 0, { ...own, depth: (found[at]?.depth ?? 0) + 1 });
  return [{ ...parent, parentName: null, depth: 0 }, { ...own, depth: 1 }, ...found];
}
