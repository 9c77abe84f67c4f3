import { MenuDivider, MenuDropdown, MenuItem } from "@mantine/core";
import { Fragment } from "react";
import { type Opened, OpeningMenu } from "./opening-menu";
import { PageLink } from "./page-link";
import type { RowAction } from "./row-action";

export default function RowMenuOpened({ target, actions }: Opened & { actions: readonly RowAction[] }) {
  const ordered = actions.toSorted((a, b) => Number(a.isDestructive ?? false) - Number(b.isDestructive ?? false));
  const first = ordered.findIndex(({ isDestructive }) => isDestructive);
  return (
    <OpeningMenu target={target} position="bottom-end" width="max-content" opensByRow>
      <MenuDropdown>
        {ordered.map((action, at) => (
          <Fragment key={action.label}>
            {at === first && at > 0 && <MenuDivider />}
            <Item {...action} />
          </Fragment>
        ))}
      </MenuDropdown>
    </OpeningMenu>
  );
}

function Item({ label, icon: Icon, onSelect, href, isDestructive = false }: RowAction) {
  const look = {
    ...(Icon && { leftSection: <Icon size={16} aria-hidden /> }),
    ...(isDestructive && { color: "red" }),
  };
  if (href !== undefined) {
    return (
      <MenuItem component={PageLink} href={href} {...look}>
        {label}
      </MenuItem>
    );
  }
  return (
    <MenuItem onClick={onSelect} {...look}>
      {label}
    </MenuItem>
  );
}
