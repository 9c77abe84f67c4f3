"use client";

import { Button, Group, Kbd, Loader, Menu, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconDeviceFloppy, IconPlayerPlay, IconPlayerStop } from "@tabler/icons-react";
import { useEffect, useState } from "react";
import type { RunMode } from "@/lib/sql/statements/resource";

interface Props {
  /** When the run started, in milliseconds since 1970; `null` when nothing runs. */
  startedAt: number | null;
  isCancelling: boolean;
  run: (mode: RunMode) => void;
  runCurrent: () => void;
  cancel: () => void;
  /** Saves the query; absent for a member who may not. */
  save?: (() => void) | undefined;
}

/** The buttons of the editor: run, explain, cancel and save. */
export function RunBar({ startedAt, isCancelling, run, runCurrent, cancel, save }: Props) {
  const isRunning = startedAt !== null;
  return (
    <Group gap="xs" role="toolbar" aria-label="Run">
      <Button.Group>
        <Button
          size="sm"
          leftSection={<IconPlayerPlay size={16} aria-hidden />}
          onClick={() => run("run")}
          disabled={isRunning}
        >
          Run
        </Button>
        <Menu position="bottom-start" width={250}>
          <Menu.Target>
            <Button size="sm" px={8} disabled={isRunning} aria-label="More ways to run">
              <IconChevronDown size={16} aria-hidden />
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={runCurrent} rightSection={<Text size="xs">Ctrl Shift ⏎</Text>}>
              Run current statement
            </Menu.Item>
            <Menu.Item onClick={() => run("explain")}>Explain</Menu.Item>
            <Menu.Item onClick={() => run("explain-analyze")}>
              Explain analyze
              <Text size="xs" c="dimmed">
                Runs the statement, then rolls it back
              </Text>
            </Menu.Item>
          </Menu.Dropdown>
        </Menu>
      </Button.Group>
      {isRunning && (
        <Button
          size="sm"
          variant="default"
          leftSection={<IconPlayerStop size={16} aria-hidden />}
          onClick={cancel}
          loading={isCancelling}
        >
          Cancel
        </Button>
      )}
      {save && (
        <Tooltip label="Ctrl S">
          <Button size="sm" variant="default" leftSection={<IconDeviceFloppy size={16} aria-hidden />} onClick={save}>
            Save
          </Button>
        </Tooltip>
      )}
      {isRunning ? (
        <Elapsed since={startedAt} />
      ) : (
        <Text size="sm" c="dimmed" visibleFrom="sm">
          <Kbd size="xs">Ctrl</Kbd> <Kbd size="xs">Enter</Kbd> runs the selection, or everything
        </Text>
      )}
    </Group>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <Group gap={6} role="status">
      <Loader size={14} />
      <Text size="sm" c="dimmed">
        Running
        <span aria-hidden>{now - since >= 1_000 && ` for ${Math.floor((now - since) / 1_000)} s`}</span>
      </Text>
    </Group>
  );
}
