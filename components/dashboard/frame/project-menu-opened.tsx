"use client";

import { MenuDivider, MenuDropdown, MenuItem, MenuLabel } from "@mantine/core";
import { IconApps, IconCheck } from "@tabler/icons-react";
import { useState } from "react";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import { PageLink } from "@/components/ui/page-link";
import { useProjects } from "@/components/ui/use-projects";
import type { ProjectMenuProps } from "./frame-props";
import { MenuSearch } from "./menu-search";
import classes from "./menus.module.css";

type Props = ProjectMenuProps & Opened;

export default function OpenedProjectMenu({ organisationId, current, target }: Props) {
  const [query, setQuery] = useState("");
  const found = useProjects(organisationId, query);
  const isKnown = query.trim() !== "" || found.some(({ id }) => id === current.id);
  const projects = isKnown ? found : [current, ...found];
  return (
    <OpeningMenu target={target} position="bottom-start" width={320}>
      <MenuDropdown>
        <MenuSearch label="Find a project" query={query} setQuery={setQuery} />
        <div className={classes.tree}>
          {projects.map(({ id, name }) => (
            <MenuItem
              key={id}
              component={PageLink}
              href={`/dashboard/${organisationId}/projects/${id}`}
              aria-current={id === current.id ? "page" : undefined}
              leftSection={<IconApps size={14} aria-hidden />}
              rightSection={id === current.id ? <IconCheck size={14} aria-label="Current project" /> : undefined}
            >
              <span className={classes.name}>{name}</span>
            </MenuItem>
          ))}
        </div>
        {projects.length === 0 && <MenuLabel role="status">No results</MenuLabel>}
        <MenuDivider />
        <MenuItem component={PageLink} href={`/dashboard/${organisationId}/projects`}>
          All projects
        </MenuItem>
      </MenuDropdown>
    </OpeningMenu>
  );
}
