"use client";

import { Badge, MenuDivider, MenuDropdown, MenuItem, MenuLabel } from "@mantine/core";
import { IconCheck, IconMail } from "@tabler/icons-react";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import { PageLink } from "@/components/ui/page-link";
import type { OrganisationMenuProps } from "./frame-props";
import classes from "./menus.module.css";

type Props = OrganisationMenuProps & Opened;

export default function OpenedOrganisationMenu({ organisations, current, invitations, target }: Props) {
  return (
    <OpeningMenu target={target} position="bottom-start" width={280}>
      <MenuDropdown>
        {organisations.length > 0 && <MenuLabel>Organisations</MenuLabel>}
        {organisations.map(({ id, name }) => (
          <MenuItem
            key={id}
            component={PageLink}
            href={`/dashboard/${id}`}
            rightSection={id === current?.id ? <IconCheck size={16} aria-label="current" /> : undefined}
          >
            <span className={classes.name}>{name}</span>
          </MenuItem>
        ))}
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
