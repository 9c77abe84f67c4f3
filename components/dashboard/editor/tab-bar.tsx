"use client";

import { ActionIcon, Loader, Menu, Tabs, Text, Tooltip } from "@mantine/core";
import { IconDots, IconPlus, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useRef } from "react";
import { FoldButton } from "./fold";
import type { QueryTab } from "./query-tab";
import classes from "./tab-bar.module.css";

interface Props {
  tabs: readonly QueryTab[];
  activeId: string;
  /** The ids of tabs in which a statement runs. */
  running: ReadonlySet<string>;
  add: () => void;
  close: (tabs: readonly QueryTab[]) => void;
  move: (by: number) => void;
  /** Returns a function that renames the tab; `null` for a tab that may not be renamed. */
  renamer: (tab: QueryTab) => (() => void) | null;
}

/** The list of open tabs. It is rendered within Mantine's `Tabs`, whose value is the id of the active one. */
export function TabBar({ tabs, activeId, running, add, close, move, renamer }: Props) {
  const bar = useRef<HTMLDivElement>(null);
  const active = tabs.find(({ id }) => id === activeId);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever another tab is shown
  useEffect(() => {
    const shown = bar.current?.querySelector('[aria-selected="true"]');
    shown?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [activeId, tabs.length]);
  const onKeyDown = (tab: QueryTab) => (event: KeyboardEvent) => {
    if (event.key === "Delete") close([tab]);
    else if (event.key === "F2") renamer(tab)?.();
    else return;
    event.preventDefault();
  };
  return (
    <div className={classes.bar} ref={bar}>
      <FoldButton />
      <Tabs.List className={classes.list} aria-label="Open queries">
        {tabs.map((tab) => (
          <Tabs.Tab
            key={tab.id}
            value={tab.id}
            className={classes.tab}
            title={tab.name}
            onKeyDown={onKeyDown(tab)}
            onDoubleClick={() => renamer(tab)?.()}
            onAuxClick={(event) => event.button === 1 && close([tab])}
            rightSection={<TabEnd tab={tab} isRunning={running.has(tab.id)} close={() => close([tab])} />}
          >
            {tab.name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tooltip label="New tab">
        <ActionIcon variant="subtle" color="gray" size={30} onClick={add} aria-label="New tab">
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      {active && <TabMenu active={active} tabs={tabs} close={close} move={move} rename={renamer(active)} />}
    </div>
  );
}

/**
 * The content of a tab. It has no button of its own: the cross is for the mouse, and Delete or the menu close it by
 * keys.
 */
function TabEnd({ tab, isRunning, close }: { tab: QueryTab; isRunning: boolean; close: () => void }) {
  return (
    <span className={classes.end}>
      {isRunning && <Loader size={12} role="img" aria-label="running" />}
      {tab.isChanged && <span className={classes.dot} role="img" aria-label="unsaved" />}
      <span
        aria-hidden
        className={classes.cross}
        onMouseDown={(event) => event.preventDefault()}
        onDoubleClick={(event) => event.stopPropagation()}
        onClick={(event) => {
          event.stopPropagation();
          close();
        }}
      >
        <IconX size={13} />
      </span>
    </span>
  );
}

interface MenuProps extends Pick<Props, "tabs" | "close" | "move"> {
  active: QueryTab;
  rename: (() => void) | null;
}

function TabMenu({ active, tabs, close, move, rename }: MenuProps) {
  const others = tabs.filter(({ id }) => id !== active.id);
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={30} aria-label="Tab actions">
          <IconDots size={16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {rename && (
          <Menu.Item onClick={rename} rightSection={<Text size="xs">F2</Text>}>
            Rename
          </Menu.Item>
        )}
        <Menu.Item onClick={() => close([active])} rightSection={<Text size="xs">Del</Text>}>
          Close
        </Menu.Item>
        <Menu.Item onClick={() => close(others)} disabled={others.length === 0}>
          Close others
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item
          onClick={() => move(1)}
          disabled={others.length === 0}
          rightSection={<Text size="xs">Alt PgDn</Text>}
        >
          Next tab
        </Menu.Item>
        <Menu.Item
          onClick={() => move(-1)}
          disabled={others.length === 0}
          rightSection={<Text size="xs">Alt PgUp</Text>}
        >
          Previous tab
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
