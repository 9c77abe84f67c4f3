"use client";

import { Button, Menu, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconPlayerPlay } from "@tabler/icons-react";
import type { RunMode, Understood } from "@/lib/sql/statements/resource";
import { KEYS } from "./keys";
import type { Leave } from "./use-run";

export interface RunButtonProps {
  isRunning: boolean;
  /** The foreseen effect of the run; `null` while it isn't known. */
  understood: Understood | null;
  /** Runs the selection or everything. */
  run: (mode: RunMode, leave?: Leave) => void;
  runCurrent: () => void;
  /** Runs the selection or everything in the background; absent for a member who may not change data. */
  runInBackground?: (() => void) | undefined;
}

/**
 * The button that runs, which says beforehand the effect of the run or that a restore point is created, and the other
 * ways to run.
 */
export function RunButton({ isRunning, understood, run, runCurrent, runInBackground }: RunButtonProps) {
  const reason = foretold(understood);
  return (
    <Button.Group>
      <Tooltip
        label={reason ?? `Runs the selection, or everything (${KEYS.run})`}
        multiline
        maw={360}
        withArrow={false}
        openDelay={400}
      >
        <Button
          size="compact-sm"
          h="var(--control-height)"
          leftSection={<IconPlayerPlay size={15} aria-hidden />}
          onClick={() => run("run", reason === null ? "ask" : "told")}
          disabled={isRunning}
        >
          {reason === null ? labelOf(understood) : "Run with restore point"}
        </Button>
      </Tooltip>
      <Menu position="top-start" width={260}>
        <Menu.Target>
          <Button size="compact-sm" h="var(--control-height)" px={6} disabled={isRunning} aria-label="More ways to run">
            <IconChevronDown size={15} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={() => run("run")} rightSection={<Text size="xs">{KEYS.run}</Text>}>
            Run all, or the selection
          </Menu.Item>
          <Menu.Item onClick={runCurrent} rightSection={<Text size="xs">{KEYS.runCurrent}</Text>}>
            Run current statement
          </Menu.Item>
          {runInBackground && (
            <Menu.Item onClick={runInBackground}>
              Run in background
              <Text size="xs" c="dimmed">
                Up to an hour, also when you leave
              </Text>
            </Menu.Item>
          )}
          <Menu.Divider />
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
  );
}

/** Returns the button's label, which names changes that can be undone without a restore point. */
function labelOf(understood: Understood | null): string {
  const effects = new Set(understood?.statements.map(({ effect }) => effect));
  if (effects.has("changes-rows")) return "Run and change rows";
  return effects.has("adds") ? "Run and change schema" : "Run";
}

/** Returns the reason for a restore point. A statement that is refused is asked about in the dialog, which says so. */
function foretold(understood: Understood | null): string | null {
  if (understood === null || understood.statements.some(({ effect }) => effect === "refused")) return null;
  return understood.reason;
}
