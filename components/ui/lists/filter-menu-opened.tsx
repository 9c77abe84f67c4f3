import { MenuDropdown, MenuItem } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type Opened, OpeningMenu } from "../opening-menu";
import { PageLink } from "../page-link";
import type { FilterChoice } from "./filter-choice";
import classes from "./filter-menu.module.css";

export default function FilterMenuOpened({ target, choices }: Opened & { choices: readonly FilterChoice[] }) {
  const hasGroups = choices.some(({ isGroup }) => isGroup);
  return (
    <OpeningMenu target={target} position="bottom-start" width="max-content">
      <MenuDropdown className={classes.choices}>
        {choices.map(({ label, href, isOn, isGroup }) => (
          <MenuItem
            key={label}
            component={PageLink}
            href={href}
            scroll={false}
            {...(isOn && { rightSection: <IconCheck size={14} aria-hidden /> })}
            aria-current={isOn ? "true" : undefined}
            className={isGroup ? classes.group : hasGroups ? classes.part : undefined}
          >
            {label}
          </MenuItem>
        ))}
      </MenuDropdown>
    </OpeningMenu>
  );
}
