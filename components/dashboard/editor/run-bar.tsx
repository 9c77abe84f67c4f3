"use client";

import { Button, Group, Loader, Menu, Text, Tooltip } from "@mantine/core";
import { IconChevronDown, IconPlayerStop } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { KEYS } from "./keys";
import { RunButton, type RunButtonProps } from "./run-button";
import classes from "./workspace.module.css";

interface Props extends Omit<RunButtonProps, "isRunning"> {
  /** When the run started, in milliseconds since 1970; `null` when nothing runs. */
  startedAt: number | null;
  isCancelling: boolean;
  cancel: () => void;
  format: () => void;
  canWrite: boolean;
  /** The seconds after which a statement is stopped. */
  limitSeconds: number;
  /** The button that drafts SQL; absent if nothing does. */
  draft?: ReactNode;
  /** The ways to save; absent for a member who may not. */
  save?: SaveButtonProps | undefined;
}

/** The bar between the editor and its results: run, explain, format, cancel and save. */
export function RunBar({
  startedAt,
  isCancelling,
  cancel,
  format,
  canWrite,
  limitSeconds,
  draft,
  save,
  ...run
}: Props) {
  const isRunning = startedAt !== null;
  return (
    <div role="toolbar" aria-label="Run" className={classes.bar}>
      <RunButton {...run} isRunning={isRunning} />
      {isRunning ? (
        <Button
          size="compact-sm"
          h="var(--control-height)"
          variant="default"
          leftSection={<IconPlayerStop size={15} aria-hidden />}
          onClick={cancel}
          loading={isCancelling}
        >
          Cancel
        </Button>
      ) : (
        <>
          <Quiet onClick={() => run.run("explain")} label="Explain" tooltip="Shows the plan without running" />
          <Quiet onClick={format} label="Format" tooltip={`Formats the selection, or everything (${KEYS.format})`} />
          {draft}
        </>
      )}
      <div className={classes.state}>
        {isRunning ? (
          <Elapsed since={startedAt} />
        ) : (
          <Tooltip
            label={`A statement is stopped after ${limitSeconds} seconds${canWrite ? ". Longer ones run in the background" : ""}`}
          >
            <span>
              {canWrite ? "" : "You have read-only access · "}
              {limitSeconds} s limit
            </span>
          </Tooltip>
        )}
      </div>
      {save && <SaveButton {...save} />}
    </div>
  );
}

function Quiet({ label, tooltip, onClick }: { label: string; tooltip: string; onClick: () => void }) {
  return (
    <Tooltip label={tooltip} openDelay={400}>
      <Button size="compact-sm" h="var(--control-height)" variant="subtle" color="gray" onClick={onClick}>
        {label}
      </Button>
    </Tooltip>
  );
}

function Elapsed({ since }: { since: number }) {
  const [now, setNow] = useState(since);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  return (
    <Group gap={6} role="status" wrap="nowrap">
      <Loader size={14} />
      <Text size="sm" c="dimmed">
        Running
        <span aria-hidden>{now - since >= 1_000 && ` for ${Math.floor((now - since) / 1_000)} s`}</span>
      </Text>
    </Group>
  );
}

interface SaveButtonProps {
  save: () => void;
  /** Saves the text as another query under a new name. */
  saveAs: () => void;
  /** Offers the text as a file. */
  download: () => void;
}

/** The button that saves the query, and the other ways to keep its text. */
function SaveButton({ save, saveAs, download }: SaveButtonProps) {
  return (
    <Button.Group>
      <Tooltip label={KEYS.save} openDelay={400}>
        <Button size="compact-sm" h="var(--control-height)" variant="default" onClick={save}>
          Save
        </Button>
      </Tooltip>
      <Menu position="top-end" width={220}>
        <Menu.Target>
          <Button size="compact-sm" h="var(--control-height)" px={6} variant="default" aria-label="More ways to keep">
            <IconChevronDown size={15} aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={save} rightSection={<Text size="xs">{KEYS.save}</Text>}>
            Save query
          </Menu.Item>
          <Menu.Item onClick={saveAs}>Save as a new query</Menu.Item>
          <Menu.Item onClick={download}>Download as .sql</Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Button.Group>
  );
}
