"use client";

import { Button, Menu, Text, Tooltip } from "@mantine/core";
import { IconChevronDown } from "@tabler/icons-react";
import { KEYS } from "./keys";

export interface SaveButtonProps {
  save: () => void;
  /** Saves the text as another query under a new name. */
  saveAs: () => void;
  /** Offers the text as a file. */
  download: () => void;
}

/** The button that saves the query, and the other ways to keep its text. */
export function SaveButton({ save, saveAs, download }: SaveButtonProps) {
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
