"use client";

import { ActionIcon, Button, Checkbox, Group, Popover, ScrollArea, Text, TextInput } from "@mantine/core";
import { IconArrowDown, IconArrowUp, IconColumns3, IconPin, IconPinFilled } from "@tabler/icons-react";
import { useState } from "react";
import narrow from "@/components/ui/icon-on-phones.module.css";
import { ownName } from "@/components/ui/own-name";
import { orderOf } from "./column-layout";
import classes from "./column-list.module.css";
import type { ColumnArrangement } from "./use-column-layout";

/** The button that opens the list of columns, where they are found, hidden, pinned and moved. */
export function ColumnList({ arrangement }: { arrangement: ColumnArrangement }) {
  const { hiddenCount } = arrangement;
  return (
    <Popover position="bottom-end" width={300} shadow="md" trapFocus returnFocus withinPortal>
      <Popover.Target>
        <Button variant="default" size="compact-sm" leftSection={<IconColumns3 size={14} aria-hidden />}>
          <span className={narrow.label}>Columns</span>
          {hiddenCount > 0 && (
            <Text span size="xs" c="dimmed" ml={4}>
              {hiddenCount} hidden
            </Text>
          )}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p="xs" {...ownName("Columns")}>
        <Columns arrangement={arrangement} />
      </Popover.Dropdown>
    </Popover>
  );
}

function Columns({ arrangement }: { arrangement: ColumnArrangement }) {
  const { shape, layout, isHidden, isPinned } = arrangement;
  const [search, setSearch] = useState("");
  const wanted = search.trim().toLowerCase();
  const names = orderOf(layout, shape).filter((name) => name.toLowerCase().includes(wanted));
  return (
    <>
      <TextInput
        size="xs"
        mb={6}
        data-autofocus
        aria-label="Find a column"
        placeholder="Find a column"
        value={search}
        onChange={(event) => setSearch(event.currentTarget.value)}
      />
      <ScrollArea.Autosize mah={320} type="auto">
        <ul className="plain-list">
          {names.map((name) => (
            <li key={name} className={classes.item}>
              <Checkbox
                size="xs"
                className={classes.name}
                label={<bdi>{name}</bdi>}
                checked={!isHidden(name)}
                onChange={() => arrangement.toggle(name)}
              />
              <span className={classes.tools}>
                <Tool
                  label={`Move ${name} up`}
                  isDisabled={!arrangement.canStep(name, -1)}
                  onClick={() => arrangement.step(name, -1)}
                >
                  <IconArrowUp size={14} aria-hidden />
                </Tool>
                <Tool
                  label={`Move ${name} down`}
                  isDisabled={!arrangement.canStep(name, 1)}
                  onClick={() => arrangement.step(name, 1)}
                >
                  <IconArrowDown size={14} aria-hidden />
                </Tool>
                <Tool label={isPinned(name) ? `Unpin ${name}` : `Pin ${name}`} onClick={() => arrangement.pin(name)}>
                  {isPinned(name) ? <IconPinFilled size={14} aria-hidden /> : <IconPin size={14} aria-hidden />}
                </Tool>
              </span>
            </li>
          ))}
        </ul>
        {names.length === 0 && (
          <Text size="xs" c="dimmed" role="status">
            No matching columns.
          </Text>
        )}
      </ScrollArea.Autosize>
      <Group gap={6} mt={6} justify="space-between">
        <Button
          size="compact-xs"
          variant="subtle"
          disabled={arrangement.hiddenCount === 0}
          onClick={arrangement.showAll}
        >
          Show all
        </Button>
        <Button size="compact-xs" variant="subtle" color="gray" onClick={arrangement.reset}>
          Reset columns
        </Button>
      </Group>
    </>
  );
}

interface ToolProps {
  label: string;
  isDisabled?: boolean;
  onClick: () => void;
  children: React.ReactNode;
}

function Tool({ label, isDisabled = false, onClick, children }: ToolProps) {
  return (
    <ActionIcon
      size="sm"
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      aria-disabled={isDisabled || undefined}
      onClick={onClick}
    >
      {children}
    </ActionIcon>
  );
}
