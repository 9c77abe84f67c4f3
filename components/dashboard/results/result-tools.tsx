"use client";

import { ActionIcon, SegmentedControl, Tooltip } from "@mantine/core";
import { IconLayoutSidebarRight, IconSearch } from "@tabler/icons-react";

interface Props {
  isChart: boolean;
  showChart: (isChart: boolean) => void;
}

export function ChartSwitch({ isChart, showChart }: Props) {
  return (
    <SegmentedControl
      size="xs"
      aria-label="Show as"
      data={[
        { value: "table", label: "Table" },
        { value: "chart", label: "Chart" },
      ]}
      value={isChart ? "chart" : "table"}
      onChange={(view) => showChart(view === "chart")}
    />
  );
}

interface ToolsProps {
  find: () => void;
  /** Opens the active value; `null` where there is none. */
  open: (() => void) | null;
}

/** Buttons of the grid, for users without a keyboard. */
export function GridTools({ find, open }: ToolsProps) {
  const tools = [
    { label: "Find", keys: "Ctrl+F", icon: IconSearch, act: find },
    { label: "Open value", keys: "Enter", icon: IconLayoutSidebarRight, act: open },
  ];
  return tools.map(({ label, keys, icon: Icon, act }) => (
    <Tooltip key={label} label={`${label} (${keys})`}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="sm"
        disabled={act === null}
        onClick={() => act?.()}
        aria-label={label}
      >
        <Icon size={15} aria-hidden />
      </ActionIcon>
    </Tooltip>
  ));
}
