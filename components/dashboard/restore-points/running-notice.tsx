"use client";

import { Group, Loader, Paper, Progress, Stack, Text } from "@mantine/core";
import type { RestorePoints } from "@/lib/hosting/restore-points/resource";

export type Running = NonNullable<RestorePoints["running"]>;

const TITLES = { "restore-point": "Creating a restore point", restore: "Restoring the database" } as const;

const NOTES = {
  "restore-point": "The database doesn't accept connections until it's copied.",
  restore: "Connections are closed once the data is copied. New ones are accepted a moment later.",
} as const;

/** The work after each finished step, and the per cent that are done by then. */
const STEPS: Record<Running["kind"], Record<string, [now: string, percent: number]>> = {
  "restore-point": {
    journalled: ["Closing connections", 10],
    database_closed: ["Closing connections", 20],
    database_idle: ["Copying the database", 45],
    cloned_closed: ["Reopening the database", 85],
    database_open: ["Reopening the database", 95],
  },
  restore: {
    journalled: ["Copying the restore point", 20],
    cloned_closed: ["Closing connections", 60],
    database_closed: ["Closing connections", 70],
    database_idle: ["Saving the current state", 75],
    database_renamed: ["Opening the database", 80],
    clone_renamed: ["Opening the database", 84],
    public_revoked: ["Opening the database", 88],
    settings_kept: ["Opening the database", 92],
    former_access_revoked: ["Opening the database", 94],
    database_open: ["Opening the database", 96],
  },
};

/** Shows the progress of a running restore or restore point, by any member. */
export function RunningNotice({ running: { kind, step } }: { running: Running }) {
  const [now, percent] = STEPS[kind][step] ?? ["Finishing", 98];
  return (
    <Paper withBorder p="md">
      <Stack gap="xs">
        <Group gap="sm" wrap="nowrap">
          <Loader size="xs" aria-hidden />
          <Text fw={600} role="status">
            {TITLES[kind]}: {now.toLowerCase()}…
          </Text>
        </Group>
        <Progress value={percent} aria-label={TITLES[kind]} />
        <Text size="sm" c="dimmed">
          {NOTES[kind]}
        </Text>
      </Stack>
    </Paper>
  );
}
