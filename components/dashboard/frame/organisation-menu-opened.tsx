"use client";

import { Badge, MenuDivider, MenuDropdown, MenuItem, MenuLabel } from "@mantine/core";
import { IconCheck, IconMail } from "@tabler/icons-react";
import { useState } from "react";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import { PageLink } from "@/components/ui/page-link";
import type { OrganisationMenuProps } from "./frame-props";
import { MenuSearch } from "./menu-search";
import classes from "./menus.module.css";

/** Up to this many organisations are found by eye. */
const FEW = 6;

type Props = OrganisationMenuProps & Opened;

export default function OpenedOrganisationMenu({ organisations, current, invitations, target }: Props) {
  const [query, setQuery] = useState("");
  const wanted = query.trim().toLowerCase();
  const shown = organisations.filter(({ name }) => name.toLowerCase().includes(wanted));
  return (
    <OpeningMenu target={target} position="bottom-start" width={280}>
      <MenuDropdown>
        {organisations.length > FEW ? (
          <MenuSearch label="Find an organisation" query={query} setQuery={setQuery} />
        ) : (
          organisations.length > 0 && <MenuLabel>Organisations</MenuLabel>
        )}
        {shown.length === 0 && wanted !== "" && <MenuLabel role="status">No results</MenuLabel>}
        <div className={classes.tree}>
          {shown.map(({ id, name }) => (
            <MenuItem
              key={id}
              component={PageLink}
              href={`/dashboard/${id}`}
              aria-current={id === current?.id ? "page" : undefined}
              rightSection={id === current?.id ? <IconCheck size={16} aria-label="current" /> : undefined}
            >
              <span className={classes.name}>{name}</span>
            </MenuItem>
          ))}
        </div>
        {organisations.length > 0 && <MenuDivider />}
        <MenuItem
          component={PageLink}
          href="/dashboard/invitations"
          leftSection={<IconMail size={16} aria-hidden />}
          rightSection={invitations > 0 ? <Badge size="sm">{invitations}</Badge> : undefined}
        >
          Invitations and new organisation
        </MenuItem>
      </MenuDropdown>
    </OpeningMenu>
  );
}
