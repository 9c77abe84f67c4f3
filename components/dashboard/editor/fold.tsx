"use client";

import { ActionIcon, Tooltip } from "@mantine/core";
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from "@tabler/icons-react";
import { createContext, useContext } from "react";
import { KEYS } from "./keys";

/** Whether the tables and saved queries are shown, and a function that changes that. */
export const FoldContext = createContext<{ isOpen: boolean; toggle: () => void }>({
  isOpen: true,
  toggle: () => undefined,
});

/** The button that shows and hides the tables and saved queries. */
export function FoldButton() {
  const { isOpen, toggle } = useContext(FoldContext);
  const Icon = isOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <Tooltip label={`${isOpen ? "Hide" : "Show"} tables (${KEYS.side})`}>
      <ActionIcon variant="subtle" color="gray" size={30} onClick={toggle} aria-label="Tables" aria-expanded={isOpen}>
        <Icon size={16} stroke={1.6} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
