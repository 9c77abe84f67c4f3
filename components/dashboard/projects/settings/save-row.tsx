"use client";

import { Button, Group, Text } from "@mantine/core";
import { SaveButton } from "@/components/ui/save-button";
import type { SettingsDraft } from "./use-settings-draft";

/** The buttons of a form of settings, and how much is not saved. */
export function SaveRow({ draft: { changed, differs, isSaving, note, discard } }: { draft: SettingsDraft }) {
  return (
    <Group mt="md" gap="sm" mih="var(--control-height)">
      <SaveButton differs={differs} isSaving={isSaving} />
      {differs && (
        <Button variant="default" onClick={discard}>
          Discard
        </Button>
      )}
      <Text size="xs" c="dimmed" role="status">
        {differs ? `${changed.length === 1 ? "1 change" : `${changed.length} changes`} not saved yet` : note?.text}
      </Text>
    </Group>
  );
}
