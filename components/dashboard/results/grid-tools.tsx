"use client";

import { ActionIcon, Group, Tooltip } from "@mantine/core";
import { IconCopy, IconMaximize, IconTable } from "@tabler/icons-react";
import classes from "./result-grid.module.css";

interface Props {
  isEnabled: boolean;
  open: () => void;
  copyCell: () => void;
  copyRow: () => void;
}

/** Buttons for the active cell, for users without a keyboard. */
export function GridTools({ isEnabled, open, copyCell, copyRow }: Props) {
  const tools = [
    { label: "Open value", icon: IconMaximize, act: open },
    { label: "Copy value", icon: IconCopy, act: copyCell },
    { label: "Copy row", icon: IconTable, act: copyRow },
  ];
  return (
    <Group gap={2} wrap="nowrap" className={classes.tools}>
      {tools.map(({ label, icon: Icon, act }) => (
        <Tooltip key={label} label={label}>
          <ActionIcon variant="subtle" color="gray" size="sm" disabled={!isEnabled} onClick={act} aria-label={label}>
            <Icon size={15} aria-hidden />
          </ActionIcon>
        </Tooltip>
      ))}
    </Group>
  );
}
