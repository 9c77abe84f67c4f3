"use client";

import { MenuDivider, MenuDropdown, MenuItem, MenuLabel } from "@mantine/core";
import { IconBook, IconFileText, IconKeyboard } from "@tabler/icons-react";
import { usePathname } from "next/navigation";
import { Keys } from "@/components/ui/commands/keys";
import { type Opened, OpeningMenu } from "@/components/ui/opening-menu";
import { docOfPage } from "./doc-of-page";
import type { HelpMenuProps } from "./frame-props";

export default function OpenedHelpMenu({ serviceName, version, show, target }: HelpMenuProps & Opened) {
  const { slug, title } = docOfPage(usePathname());
  return (
    <OpeningMenu target={target} position="bottom-end" width={240}>
      <MenuDropdown>
        <MenuItem component="a" href={`/docs/${slug}`} leftSection={<IconFileText size={16} aria-hidden />}>
          About {title}
        </MenuItem>
        <MenuItem component="a" href="/docs" leftSection={<IconBook size={16} aria-hidden />}>
          Documentation
        </MenuItem>
        <MenuItem
          leftSection={<IconKeyboard size={16} aria-hidden />}
          rightSection={<Keys keys="?" />}
          onClick={() => show("shortcuts")}
        >
          Keyboard shortcuts
        </MenuItem>
        <MenuDivider />
        <MenuLabel>
          {serviceName} {version}
        </MenuLabel>
      </MenuDropdown>
    </OpeningMenu>
  );
}
